package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

// Decide takes what a seat may see and returns a legal action.
type Decide func(seen *Observation) Action

// Info is a bot's name, rulesets and limits, for the referee.
type Info struct {
	Name, Version, Author string
	Rulesets              []string // ids of those it plays; none for all
	MaxBatch              uint32   // decisions in a message; 0 for no limit
	MaxInFlight           uint32   // unanswered messages; 0 for no limit
}

// A service is BotService around one function, called by one goroutine at a
// time.
type service struct {
	couillonv1.UnimplementedBotServiceServer
	info     Info
	decide   Decide
	deciding sync.Mutex
}

func (s *service) Describe(context.Context, *couillonv1.DescribeRequest) (
	*couillonv1.DescribeResponse, error) {
	return &couillonv1.DescribeResponse{
		Name:        s.info.Name,
		Version:     s.info.Version,
		Author:      s.info.Author,
		Rulesets:    s.info.Rulesets,
		MaxBatch:    s.info.MaxBatch,
		MaxInFlight: s.info.MaxInFlight,
	}, nil
}

// Play answers every message with one message.
func (s *service) Play(stream grpc.BidiStreamingServer[
	couillonv1.PlayRequest, couillonv1.PlayResponse]) error {
	rulesets := map[uint32]*Rules{}
	for {
		request, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		for _, sent := range request.Rulesets {
			rules, err := NewRules(sent.Ruleset, sent.Hash)
			if err != nil {
				return status.Error(codes.InvalidArgument, err.Error())
			}
			rulesets[sent.Handle] = rules
		}
		if len(request.Decisions) == 0 {
			continue
		}
		response, err := s.answer(request.Decisions, rulesets)
		if err != nil {
			return err
		}
		if err := stream.Send(response); err != nil {
			return err
		}
	}
}

func (s *service) answer(decisions []*couillonv1.Decision, rulesets map[uint32]*Rules) (
	response *couillonv1.PlayResponse, err error) {
	s.deciding.Lock()
	defer s.deciding.Unlock()
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Fprintf(os.Stderr, "%s: panic: %v\n%s", s.info.Name, reason, debug.Stack())
			err = status.Errorf(codes.Internal, "the bot failed: %v", reason)
		}
	}()
	response = &couillonv1.PlayResponse{
		DecisionIds: make([]uint32, len(decisions)),
		Actions:     make([]uint32, len(decisions)),
	}
	for i, decision := range decisions {
		rules := rulesets[decision.RulesetHandle]
		if rules == nil {
			return nil, status.Errorf(codes.InvalidArgument,
				"ruleset %d was never sent", decision.RulesetHandle)
		}
		response.DecisionIds[i] = decision.DecisionId
		response.Actions[i] = uint32(s.decide(&Observation{
			decision, SplitMix64(decision.RandomSeed), rules,
		}))
	}
	return response, nil
}

// listen opens "unix:/path" or "host:port". A socket that a killed bot has left
// at the path is replaced.
func listen(address string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		if left, err := os.Stat(path); err == nil && left.Mode()&os.ModeSocket != 0 {
			os.Remove(path)
		}
		return net.Listen("unix", path)
	}
	return net.Listen("tcp", address)
}

// newServer makes a server of a bot that does not listen yet.
func newServer(info Info, decide Decide) *grpc.Server {
	server := grpc.NewServer(grpc.MaxRecvMsgSize(math.MaxInt32))
	couillonv1.RegisterBotServiceServer(server, &service{info: info, decide: decide})
	return server
}

// Serve serves a bot at the address in the environment variable
// COUILLON_LISTEN until SIGTERM or Ctrl-C; on Linux also until the process
// that started it ends. A panic of decide goes to stderr and ends the stream.
// It ends the program if it cannot listen.
func Serve(info Info, decide Decide) {
	dieWithParent()
	address := os.Getenv("COUILLON_LISTEN")
	if address == "" {
		fmt.Fprintf(os.Stderr, "%s: set COUILLON_LISTEN to the address to serve at, "+
			"such as unix:/tmp/bot.sock or 127.0.0.1:5000\n", info.Name)
		os.Exit(1)
	}
	listener, err := listen(address)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: cannot serve at %s: %v\n", info.Name, address, err)
		os.Exit(1)
	}
	server := newServer(info, decide)
	ending := make(chan os.Signal, 1)
	signal.Notify(ending, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-ending
		server.Stop()
	}()
	if err := server.Serve(listener); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", info.Name, err)
		os.Exit(1)
	}
}
