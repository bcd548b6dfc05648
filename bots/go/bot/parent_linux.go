package bot

import "syscall"

// dieWithParent makes the kernel kill this process when the one that started it
// ends, so that no process is left when a referee is killed.
func dieWithParent() {
	syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
}
