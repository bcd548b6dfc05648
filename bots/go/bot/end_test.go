package bot

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"couillon/bots/couillonv1"
)

// endless starts a program whose bot never decides. It prints a line when it is
// deciding.
func endless(t *testing.T, address string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	program := exec.Command(os.Args[0], "-test.run=^TestSIGTERMEndsAnEndlessDecision$")
	program.Env = append(os.Environ(), "TEST_ENDLESS=1", "COUILLON_LISTEN="+address)
	stdout, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Process.Kill() })
	return program, bufio.NewReader(stdout)
}

func TestSIGTERMEndsAnEndlessDecision(t *testing.T) {
	if os.Getenv("TEST_ENDLESS") != "" { // this is that program
		Serve(Info{Name: "endless"}, func(*Observation) Action {
			fmt.Println("deciding")
			for {
			}
		})
		os.Exit(0)
	}

	address := "unix:" + filepath.Join(t.TempDir(), "bot.sock")
	program, output := endless(t, address)
	client, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	stream, err := couillonv1.NewBotServiceClient(client).
		Play(context.Background(), grpc.WaitForReady(true))
	if err != nil {
		t.Fatal(err)
	}
	stream.Send(introduction())
	stream.Send(batch(1))
	if line, err := output.ReadString('\n'); line != "deciding\n" {
		t.Fatal(line, err)
	}
	program.Process.Signal(syscall.SIGTERM)
	if err := program.Wait(); err != nil {
		t.Error(err)
	}
}
