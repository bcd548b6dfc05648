package bot

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

// The name and version of this SDK, for the descriptions of bots.
const sdk = "couillon-go 1.0.0"

// Decide takes what a seat may see and returns a legal action.
type Decide func(seen *Observation) Action

// Info is a bot's name, rulesets and limits, for the referee.
type Info struct {
	Name, Version, Author string
	Rulesets              []string // ids of those it plays; none for all
	MaxBatch              uint32   // decisions in a message; 0 for no limit
	MaxInFlight           uint32   // unanswered messages; 0 for no limit

	// OnResult is called with the result of every table that the bot has
	// played, without naming it; nil for a bot that does not want them. A bot
	// whose decisions depend on results is not reproducible.
	OnResult func(rules *Rules, result *couillonv1.TableResult)
}

// A player is a bot: its functions are called by one goroutine at a time.
type player struct {
	info   Info
	decide Decide
	inBot  sync.Mutex
}

// A failure is why the bot cannot answer: it panicked, its answer was not an
// action, or the message was not well-formed.
type failure struct {
	code   codes.Code
	reason string
}

func (f *failure) Error() string              { return f.reason }
func (f *failure) GRPCStatus() *status.Status { return status.New(f.code, f.reason) }

func (p *player) description() *couillonv1.DescribeResponse {
	return &couillonv1.DescribeResponse{
		Name:         p.info.Name,
		Version:      p.info.Version,
		Author:       p.info.Author,
		Rulesets:     p.info.Rulesets,
		MaxBatch:     p.info.MaxBatch,
		MaxInFlight:  p.info.MaxInFlight,
		WantsResults: p.info.OnResult != nil,
		Sdk:          sdk,
	}
}

// play answers every message with one message until the stream ends. The error
// is the stream's, nil if it ended well, or a *failure.
func (p *player) play(stream couillonv1.BotService_PlayServer) error {
	rulesets := map[uint32]*Rules{}
	for {
		request, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		response, failed := p.answer(request, rulesets)
		if failed != nil {
			return failed
		}
		if response == nil {
			continue
		}
		if err := stream.Send(response); err != nil {
			return err
		}
	}
}

// answer returns the answer to a message, nil if it needs none.
func (p *player) answer(request *couillonv1.PlayRequest, rulesets map[uint32]*Rules) (
	response *couillonv1.PlayResponse, failed *failure) {
	for _, sent := range request.Rulesets {
		rules, err := NewRules(sent.Ruleset, sent.Hash)
		if err != nil {
			return nil, &failure{codes.InvalidArgument, err.Error()}
		}
		rulesets[sent.Handle] = rules
	}
	p.inBot.Lock()
	defer p.inBot.Unlock()
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Fprintf(os.Stderr, "%s: panic: %v\n%s", p.info.Name, reason, debug.Stack())
			response = nil
			failed = &failure{codes.Internal, fmt.Sprintf("the bot failed: %v", reason)}
		}
	}()
	if len(request.Decisions) > 0 {
		if response, failed = p.decideAll(request.Decisions, rulesets); failed != nil {
			return nil, failed
		}
	}
	return response, p.handOver(request.Results, rulesets)
}

func (p *player) decideAll(decisions []*couillonv1.Decision, rulesets map[uint32]*Rules) (
	*couillonv1.PlayResponse, *failure) {
	response := &couillonv1.PlayResponse{
		DecisionIds: make([]uint32, len(decisions)),
		Actions:     make([]uint32, len(decisions)),
	}
	for i, decision := range decisions {
		rules := rulesets[decision.RulesetHandle]
		if rules == nil {
			return nil, neverSent(decision.RulesetHandle)
		}
		action := p.decide(&Observation{
			decision, SplitMix64(decision.RandomSeed), rules,
		})
		if action > Nothing {
			return nil, wrongAnswer(action)
		}
		response.DecisionIds[i] = decision.DecisionId
		response.Actions[i] = uint32(action)
	}
	return response, nil
}

func (p *player) handOver(results []*couillonv1.TableResult, rulesets map[uint32]*Rules) *failure {
	if p.info.OnResult == nil {
		return nil
	}
	for _, result := range results {
		rules := rulesets[result.RulesetHandle]
		if rules == nil {
			return neverSent(result.RulesetHandle)
		}
		p.info.OnResult(rules, result)
	}
	return nil
}

// wrongAnswer is the failure of a bot whose answer is not an action. As in every SDK.
func wrongAnswer(returned Action) *failure {
	return &failure{codes.Internal, fmt.Sprintf(
		"the bot has to return a card or an action, 0 to %d, but returned %d", Nothing, returned)}
}

func neverSent(handle uint32) *failure {
	return &failure{codes.InvalidArgument, fmt.Sprintf("ruleset %d was never sent", handle)}
}
