package bot

import "syscall"

// dieWithParent has the kernel kill this process when the one that started it
// ends: nothing is left behind when a referee is killed.
func dieWithParent() {
	syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
}
