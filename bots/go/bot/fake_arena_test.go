package bot

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

// A fakeArena is an arena whose test answers Submit and speaks on every Attend.
type fakeArena struct {
	couillonv1.UnimplementedArenaServiceServer
	address     string
	server      *grpc.Server
	submissions chan submission
	attendances chan *visit

	lock     sync.Mutex
	streams  uint32
	refusals []error         // of the next Submit calls
	unknown  map[string]bool // sessions that may not attend
	count    int
}

type submission struct {
	*couillonv1.SubmitRequest
	authorization []string
}

// A visit is one Attend call, as the arena sees it. What is sent to end ends it.
type visit struct {
	couillonv1.ArenaService_AttendServer
	session       string
	authorization []string
	end           chan error
}

func startArena(t *testing.T, address string, streams uint32, options ...grpc.ServerOption) *fakeArena {
	t.Helper()
	listener, err := listen(address)
	if err != nil {
		t.Fatal(err)
	}
	arena := &fakeArena{
		address:     listener.Addr().String(),
		server:      grpc.NewServer(options...),
		streams:     streams,
		submissions: make(chan submission, 100),
		attendances: make(chan *visit, 100),
		unknown:     map[string]bool{},
	}
	couillonv1.RegisterArenaServiceServer(arena.server, arena)
	go arena.server.Serve(listener)
	t.Cleanup(arena.server.Stop)
	return arena
}

func (a *fakeArena) Submit(ctx context.Context, request *couillonv1.SubmitRequest) (
	*couillonv1.SubmitResponse, error) {
	a.lock.Lock()
	defer a.lock.Unlock()
	sent, _ := metadata.FromIncomingContext(ctx)
	a.submissions <- submission{request, sent["authorization"]}
	if len(a.refusals) > 0 {
		refusal := a.refusals[0]
		a.refusals = a.refusals[1:]
		return nil, refusal
	}
	a.count++
	return &couillonv1.SubmitResponse{
		Label: request.Name + " v1", Session: fmt.Sprint("session-", a.count), Streams: a.streams,
	}, nil
}

func (a *fakeArena) Attend(stream couillonv1.ArenaService_AttendServer) error {
	sent, _ := metadata.FromIncomingContext(stream.Context())
	session := sent["couillon-session"][0]
	if a.unknown[session] {
		return status.Error(codes.NotFound, "unknown session")
	}
	visit := &visit{stream, session, sent["authorization"], make(chan error, 1)}
	a.attendances <- visit
	select {
	case err := <-visit.end:
		return err
	case <-stream.Context().Done():
		return nil
	}
}

// check asks for one decision, whose only action is its number modulo 32.
func (v *visit) check(t *testing.T, id uint32) {
	t.Helper()
	request := introduction()
	request.Decisions = []*couillonv1.Decision{{
		DecisionId: id, RulesetHandle: 1, LegalActions: 1 << (id % 32),
	}}
	if err := v.Send(request); err != nil {
		t.Fatal(err)
	}
	answer, err := v.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.Actions) != 1 || answer.DecisionIds[0] != id || answer.Actions[0] != id%32 {
		t.Fatalf("decision %d: %v", id, answer)
	}
}

// next waits for a value; the limit guards against hanging only.
func next[T any](t *testing.T, values <-chan T) T {
	t.Helper()
	select {
	case value := <-values:
		return value
	case <-time.After(2 * time.Minute):
		t.Fatal("waited in vain")
		panic("not reached")
	}
}
