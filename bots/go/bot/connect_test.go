package bot

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

func firstLegal(seen *Observation) Action { return seen.Legal().Nth(0) }

// A dialled is a bot that connects, with short pauses. What it writes comes out
// of lines, and why it ended out of ended.
type dialled struct {
	*caller
	stop  func()
	lines chan string
	ended chan error
}

func dial(t *testing.T, info Info, decide Decide, arena Arena) *dialled {
	t.Helper()
	caller, err := newCaller(info, decide, arena)
	if err != nil {
		t.Fatal(err)
	}
	caller.first, caller.longest = time.Millisecond, 8*time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	bot := &dialled{caller, stop, make(chan string, 1000), make(chan error, 1)}
	caller.log = writer
	go func() {
		for lines := bufio.NewScanner(reader); lines.Scan(); {
			bot.lines <- lines.Text()
		}
	}()
	go func() { bot.ended <- caller.run(ctx) }()
	return bot
}

func (d *dialled) endsWell(t *testing.T) {
	t.Helper()
	d.stop()
	if err := next(t, d.ended); err != nil {
		t.Error(err)
	}
}

func TestAProgramThatServesConnectsInstead(t *testing.T) {
	if os.Getenv("COUILLON_ARENA") != "" { // this is that program
		Serve(Info{Name: "random", Version: "7"}, firstLegal)
		os.Exit(0)
	}
	arena := startArena(t, "127.0.0.1:0", 2)
	token := filepath.Join(t.TempDir(), "token")
	os.WriteFile(token, []byte("s3cret\nsecond line\n"), 0o600)
	program := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	program.Env = append(os.Environ(), "COUILLON_ARENA=plaintext:"+arena.address,
		"COUILLON_TOKEN_FILE="+token, "COUILLON_NAME=mine")
	var stderr bytes.Buffer
	program.Stderr = &stderr
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	defer program.Process.Kill()
	sent := next(t, arena.submissions)
	if sent.Name != "mine" || sent.Description.Name != "random" || sent.Description.Version != "7" {
		t.Errorf("submitted %v", sent.SubmitRequest)
	}
	for _, id := range []uint32{3, 40} {
		visit := next(t, arena.attendances)
		if got := visit.authorization; len(got) != 1 || got[0] != "Bearer s3cret" {
			t.Errorf("authorization %q", got)
		}
		visit.check(t, id)
	}
	program.Process.Signal(syscall.SIGTERM)
	if err := program.Wait(); err != nil {
		t.Error(err)
	}
	if want := "random: connected to the arena plaintext:" + arena.address +
		" as mine v1; a new version is checked before it plays\n"; stderr.String() != want {
		t.Errorf("stderr %q", stderr.String())
	}
}

func TestAStreamThatEndsIsOpenedAgainAndOthersStay(t *testing.T) {
	arena := startArena(t, "127.0.0.1:0", 2)
	bot := dial(t, Info{Name: "dialer"}, firstLegal, Arena{Address: "plaintext:" + arena.address})
	dropped, other := next(t, arena.attendances), next(t, arena.attendances)
	for _, reason := range []error{nil, status.Error(codes.Aborted, "over"), nil} {
		dropped.check(t, 1)
		dropped.end <- reason
		dropped = next(t, arena.attendances)
		other.check(t, 2)
	}
	if dropped.session != "session-5" { // 2 at the start, 3 again
		t.Error(dropped.session)
	}
	if sent := next(t, arena.submissions); sent.Name != "dialer" || sent.authorization != nil {
		t.Errorf("submitted %v", sent)
	}
	bot.endsWell(t)
	<-other.Context().Done()
}

func TestAnUnknownSessionIsSubmittedAgain(t *testing.T) {
	arena := startArena(t, "127.0.0.1:0", 1)
	arena.unknown["session-1"], arena.unknown["session-2"] = true, true
	dial(t, Info{Name: "dialer"}, firstLegal, Arena{Address: "plaintext:" + arena.address})
	visit := next(t, arena.attendances)
	if visit.session != "session-3" {
		t.Error(visit.session)
	}
	visit.check(t, 5)
}

func TestItWaitsForAnArenaThatIsNotThereAndForOneThatFails(t *testing.T) {
	address := "unix:" + filepath.Join(t.TempDir(), "arena.sock")
	bot := dial(t, Info{Name: "dialer"}, firstLegal, Arena{Address: address})
	if line := next(t, bot.lines); !strings.Contains(line, "tries again to play") {
		t.Error(line)
	}
	for _, id := range []uint32{1, 2} { // the second time after a restart
		arena := startArena(t, address, 1)
		arena.lock.Lock()
		arena.refusals = []error{status.Error(codes.Unavailable, "busy")}
		arena.lock.Unlock()
		next(t, arena.attendances).check(t, id)
		arena.server.Stop()
	}
	bot.endsWell(t)
}

func TestPausesDoubleUpToTheLongest(t *testing.T) {
	address := "unix:" + filepath.Join(t.TempDir(), "none")
	caller, err := newCaller(Info{}, firstLegal, Arena{Address: address})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	caller.log = io.Discard
	seconds := []float64{}
	caller.pause = func(_ context.Context, pause time.Duration) {
		if seconds = append(seconds, pause.Seconds()); len(seconds) == 7 {
			stop()
		}
	}
	caller.run(ctx)
	for i, want := range []float64{1, 2, 4, 8, 16, 30, 30} {
		if seconds[i] != want {
			t.Fatal(seconds)
		}
	}
}

func TestARefusalEndsItWithTheReason(t *testing.T) {
	for _, code := range []codes.Code{codes.FailedPrecondition, codes.InvalidArgument,
		codes.Unauthenticated, codes.PermissionDenied, codes.ResourceExhausted, codes.Unimplemented} {
		arena := startArena(t, "127.0.0.1:0", 1)
		arena.lock.Lock()
		arena.refusals = []error{status.Error(code, "no\nroom")}
		arena.lock.Unlock()
		address := "plaintext:" + arena.address
		err := next(t, dial(t, Info{}, firstLegal, Arena{Address: address}).ended)
		want := "the arena " + address + " refuses it: " + code.String() + ": no room"
		if err == nil || err.Error() != want {
			t.Errorf("%v: %v", code, err)
		}
	}
}

func TestAPanicEndsIt(t *testing.T) {
	arena := startArena(t, "127.0.0.1:0", 1)
	bot := dial(t, Info{}, func(*Observation) Action { panic("no idea") },
		Arena{Address: "plaintext:" + arena.address})
	visit := next(t, arena.attendances)
	visit.Send(introduction())
	visit.Send(batch(1))
	var failed *failure
	if err := next(t, bot.ended); !errors.As(err, &failed) || !strings.Contains(err.Error(), "no idea") {
		t.Error(err)
	}
	<-visit.Context().Done()
}

func TestTLSNeedsACertificateThatIsTrusted(t *testing.T) {
	ca, key := makeCertificate(t)
	secure, err := credentials.NewServerTLSFromFile(ca, key)
	if err != nil {
		t.Fatal(err)
	}
	arena := startArena(t, "127.0.0.1:0", 1, grpc.Creds(secure))
	err = next(t, dial(t, Info{}, firstLegal, Arena{Address: arena.address}).ended)
	want := "the certificate of the arena " + arena.address + " is not trusted: "
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "COUILLON_ARENA_CA") {
		t.Error(err)
	}
	dial(t, Info{}, firstLegal, Arena{Address: arena.address, CAFile: ca, Token: "s3cret"})
	if sent := next(t, arena.submissions); sent.authorization[0] != "Bearer s3cret" {
		t.Error(sent.authorization)
	}
	next(t, arena.attendances).check(t, 1)
}

func TestACertificateForAnotherHostEndsIt(t *testing.T) {
	ca, key := makeCertificate(t)
	secure, err := credentials.NewServerTLSFromFile(ca, key)
	if err != nil {
		t.Fatal(err)
	}
	arena := startArena(t, "127.0.0.1:0", 1, grpc.Creds(secure))
	address := "localhost" + arena.address[strings.LastIndex(arena.address, ":"):]
	err = next(t, dial(t, Info{}, firstLegal, Arena{Address: address, CAFile: ca}).ended)
	if err == nil || !strings.Contains(err.Error(), "is not trusted: ") {
		t.Error(err)
	}
}

func TestAnArenaWithoutTLSEndsIt(t *testing.T) {
	arena := startArena(t, "127.0.0.1:0", 1)
	err := next(t, dial(t, Info{}, firstLegal, Arena{Address: arena.address}).ended)
	if err == nil || !strings.HasPrefix(err.Error(), "the arena "+arena.address+" answers without TLS: ") {
		t.Error(err)
	}
}

func TestATokenStaysOnThisMachineWithoutTLS(t *testing.T) {
	for _, host := range []string{"192.0.2.1:1", "[2001:db8::1]:1", "a.example:1", "127.a.example:1"} {
		_, _, err := Arena{Address: "plaintext:" + host, Token: "s3cret"}.target()
		if err == nil || !strings.HasPrefix(err.Error(), "the token is not sent to plaintext:"+host) {
			t.Errorf("%s: %v", host, err)
		}
		if _, _, err := (Arena{Address: "plaintext:" + host}).target(); err != nil {
			t.Error(err)
		}
	}
	for _, address := range []string{"plaintext:127.0.0.1:1", "plaintext:localhost:1", "plaintext:[::1]:1",
		"a.example:1", "unix:/a"} {
		if _, _, err := (Arena{Address: address, Token: "s3cret"}).target(); err != nil {
			t.Error(err)
		}
	}
}

func TestSettingsThatCannotBeUsedAreNamed(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	os.WriteFile(empty, []byte("\n"), 0o600)
	for _, address := range []string{"nowhere", "a:0", "a:65536", "plaintext::1"} {
		if _, _, err := (Arena{Address: address}).target(); err == nil || !strings.Contains(err.Error(), "'"+address+"'") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, file := range []string{"/no/ca", empty} {
		if _, _, err := (Arena{Address: "a:1", CAFile: file}).target(); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
		}
	}
	if _, err := ArenaFromEnvironment(); err == nil || !strings.Contains(err.Error(), "COUILLON_ARENA is not set") {
		t.Error(err)
	}
	t.Setenv("COUILLON_ARENA", "a:1")
	for _, file := range []string{"/no/file", empty} {
		t.Setenv("COUILLON_TOKEN_FILE", file)
		_, err := ArenaFromEnvironment()
		if err == nil || !strings.HasPrefix(err.Error(), "COUILLON_TOKEN_FILE: ") || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestResultsReachTheBot(t *testing.T) {
	heard := []string{}
	info := Info{Name: "ear", OnResult: func(rules *Rules, result *couillonv1.TableResult) {
		heard = append(heard, rules.Message.Id+" "+result.String())
	}}
	request := introduction()
	sent := &couillonv1.TableResult{RulesetHandle: 1, HalfPoints: 2, HalfGamePoints: -6, Forfeited: true}
	request.Results = []*couillonv1.TableResult{sent}
	answers, err := playAs(t, info, firstLegal, request, batch(3))
	if err != nil || len(answers) != 1 {
		t.Fatal(answers, err)
	}
	if len(heard) != 1 || heard[0] != "small "+sent.String() {
		t.Error(heard)
	}
	for wants, info := range map[bool]Info{true: info, false: {}} {
		if got := (&player{info: info}).description().WantsResults; got != wants {
			t.Errorf("wants results: %v", got)
		}
	}
}
