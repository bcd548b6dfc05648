package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

const (
	firstPause    = time.Second // each pause is twice the one before
	longestPause  = 30 * time.Second
	submitTimeout = 30 * time.Second
	keepaliveTime = 30 * time.Second
	stopTime      = 500 * time.Millisecond
)

// A refusal is why the bot cannot play in the arena, and could not later.
type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }

// isLasting says whether a later Submit would have the same answer.
func isLasting(code codes.Code) bool {
	switch code {
	case codes.FailedPrecondition, codes.InvalidArgument, codes.Unauthenticated,
		codes.PermissionDenied, codes.ResourceExhausted, codes.Unimplemented:
		return true
	}
	return false
}

// A caller is a bot that is connected to an arena. It keeps as many streams open
// as the arena wants: each in a goroutine, which begins again when its stream
// ends.
type caller struct {
	player      *player
	arena       Arena
	target      string
	credentials credentials.TransportCredentials
	log         io.Writer
	pause       func(context.Context, time.Duration) // waits
	first       time.Duration
	longest     time.Duration

	running sync.WaitGroup
	lock    sync.Mutex
	open    map[int]bool // streams that have a goroutine
	shown   string
}

// newCaller returns an error if the arena's address or token cannot be used.
func newCaller(info Info, decide Decide, arena Arena) (*caller, error) {
	target, credentials, err := arena.target()
	return &caller{
		player:      &player{info: info, decide: decide},
		arena:       arena,
		target:      target,
		credentials: credentials,
		log:         os.Stderr,
		pause:       wait,
		first:       firstPause,
		longest:     longestPause,
		open:        map[int]bool{},
	}, err
}

func wait(ctx context.Context, pause time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

// run plays until the context is cancelled; the error is a *refusal or a
// *failure.
func (c *caller) run(ctx context.Context) error {
	ctx, end := context.WithCancelCause(ctx)
	c.keepOpen(ctx, end, 1)
	<-ctx.Done()
	c.running.Wait()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// runUntil is run, but does not wait long for a bot that is deciding when the
// context is cancelled.
func (c *caller) runUntil(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- c.run(ctx) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(stopTime):
		return nil
	}
}

func (c *caller) keepOpen(ctx context.Context, end context.CancelCauseFunc, streams uint32) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for index := range int(streams) {
		if c.open[index] {
			continue
		}
		c.open[index] = true
		c.running.Go(func() {
			c.keep(ctx, end, index)
			c.lock.Lock()
			defer c.lock.Unlock()
			delete(c.open, index)
		})
	}
}

// keep keeps one stream open until the arena wants fewer.
func (c *caller) keep(ctx context.Context, end context.CancelCauseFunc, index int) {
	pause := c.first
	for ctx.Err() == nil {
		start := time.Now()
		one := &attempt{caller: c, index: index}
		err := one.play(ctx, end)
		var refused *refusal
		var failed *failure
		switch {
		case errors.As(err, &refused), errors.As(err, &failed):
			end(err)
			return
		case one.tooMany:
			return
		case one.heard || time.Since(start) > c.longest:
			pause = c.first
			continue
		}
		if err != nil && index == 0 && ctx.Err() == nil {
			c.show("tries again to play in the arena %s: %s", c.arena.Address, text(err))
		}
		c.pause(ctx, pause)
		pause = min(2*pause, c.longest)
	}
}

// An attempt is a connection for one stream.
type attempt struct {
	*caller
	index   int
	tooMany bool // the arena wants fewer streams
	heard   bool // a message came
}

// play connects, and plays until the connection or the stream ends.
func (a *attempt) play(ctx context.Context, end context.CancelCauseFunc) error {
	client, err := grpc.NewClient(a.target,
		grpc.WithTransportCredentials(a.credentials),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: keepaliveTime, Timeout: keepaliveTime,
		}))
	if err != nil {
		return err
	}
	defer client.Close()
	call, cancel := context.WithCancel(ctx)
	defer cancel() // ends the stream if the bot failed
	if a.arena.Token != "" {
		call = metadata.AppendToOutgoingContext(call, "authorization", "Bearer "+a.arena.Token)
	}
	arena := couillonv1.NewArenaServiceClient(client)
	answer, err := a.submit(call, arena)
	if err != nil {
		return err
	}
	a.show("connected to the arena %s as %s; a new version is checked before it plays",
		a.arena.Address, answer.Label)
	if a.tooMany = a.index >= int(max(answer.Streams, 1)); a.tooMany {
		return nil
	}
	a.keepOpen(ctx, end, answer.Streams)
	call = metadata.AppendToOutgoingContext(call, "couillon-session", answer.Session)
	stream, err := arena.Attend(call)
	if err != nil {
		return err
	}
	return a.player.play(&attendance{stream, a})
}

func (a *attempt) submit(ctx context.Context, arena couillonv1.ArenaServiceClient) (
	*couillonv1.SubmitResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, submitTimeout)
	defer cancel()
	name := a.arena.Name
	if name == "" {
		name = a.player.info.Name
	}
	answer, err := arena.Submit(ctx, &couillonv1.SubmitRequest{
		Name: name, Description: a.player.description(),
	})
	if isLasting(status.Code(err)) {
		return nil, &refusal{fmt.Sprintf("the arena %s refuses it: %s", a.arena.Address, text(err))}
	}
	if secured, ok := a.credentials.(*arenaTLS); ok && status.Code(err) == codes.Unavailable {
		if reason := secured.lastingReason(a.arena.Address); reason != "" {
			return nil, &refusal{reason}
		}
	}
	return answer, err
}

// An attendance is the stream of an attempt.
type attendance struct {
	couillonv1.ArenaService_AttendClient
	attempt *attempt
}

func (a *attendance) Recv() (*couillonv1.PlayRequest, error) {
	request, err := a.ArenaService_AttendClient.Recv()
	a.attempt.heard = a.attempt.heard || err == nil
	return request, err
}

// text returns an error of gRPC in one line.
func text(err error) string {
	details := strings.Join(strings.Fields(status.Convert(err).Message()), " ")
	return fmt.Sprintf("%s: %s", status.Code(err), details)
}

// show writes a line to stderr, unless it is the last one again.
func (c *caller) show(format string, values ...any) {
	line := fmt.Sprintf(format, values...)
	c.lock.Lock()
	defer c.lock.Unlock()
	if line != c.shown {
		fmt.Fprintf(c.log, "%s: %s\n", c.player.info.Name, line)
	}
	c.shown = line
}

// Connect connects a bot to an arena and plays there until SIGTERM or Ctrl-C. A
// lost connection is made again, after a pause that grows to 30 seconds. If the
// arena refuses the bot, or the bot panics, the program ends with the reason on
// stderr and exit code 1.
func Connect(info Info, decide Decide, arena Arena) {
	caller, err := newCaller(info, decide, arena)
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
		defer stop()
		err = caller.runUntil(ctx)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", info.Name, err)
		os.Exit(1)
	}
}

func connectFromEnvironment(info Info, decide Decide) {
	arena, err := ArenaFromEnvironment()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", info.Name, err)
		os.Exit(1)
	}
	Connect(info, decide, arena)
}
