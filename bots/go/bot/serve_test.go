package bot

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

// play sends requests to a bot over a unix socket and returns its answers.
func play(t *testing.T, decide Decide, requests ...*couillonv1.PlayRequest) (
	answers []*couillonv1.PlayResponse, err error) {
	t.Helper()
	return playAs(t, Info{Name: "test"}, decide, requests...)
}

func playAs(t *testing.T, info Info, decide Decide, requests ...*couillonv1.PlayRequest) (
	answers []*couillonv1.PlayResponse, err error) {
	t.Helper()
	address := "unix:" + filepath.Join(t.TempDir(), "bot.sock")
	listener, err := listen(address)
	if err != nil {
		t.Fatal(err)
	}
	server, err := newServer(ServingPlace{}, info, decide)
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	defer server.Stop()
	client, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	stream, err := couillonv1.NewBotServiceClient(client).Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range requests {
		if err := stream.Send(request); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	stream.CloseSend()
	for {
		answer, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return answers, nil
		} else if err != nil {
			return answers, err
		}
		answers = append(answers, answer)
	}
}

func introduction() *couillonv1.PlayRequest {
	ranks := "AK"
	return &couillonv1.PlayRequest{Rulesets: []*couillonv1.RulesetIntroduction{{
		Handle: 1,
		Ruleset: &couillonv1.Ruleset{
			Id:    "small",
			Table: &couillonv1.Table{Ranks: &ranks, CardPoints: []uint32{4, 3}},
		},
	}}}
}

func batch(size int) *couillonv1.PlayRequest {
	request := &couillonv1.PlayRequest{}
	for id := range size {
		request.Decisions = append(request.Decisions, &couillonv1.Decision{
			DecisionId:    uint32(id),
			RulesetHandle: 1,
			LegalActions:  1,
			PlayedCards:   make([]byte, 100),
		})
	}
	return request
}

func TestEveryDecisionIsAnsweredInBatchesAbove4MiBToo(t *testing.T) {
	worth := func(seen *Observation) Action { return Action(seen.Worth(31)) }
	answers, err := play(t, worth, introduction(), batch(60000), batch(1))
	if err != nil {
		t.Fatal(err)
	}
	if len(answers) != 2 || len(answers[0].Actions) != 60000 || len(answers[1].Actions) != 1 {
		t.Fatalf("%d answers", len(answers))
	}
	for i, id := range answers[0].DecisionIds {
		if int(id) != i || answers[0].Actions[i] != 4 {
			t.Fatalf("answer %d is for decision %d: %d", i, id, answers[0].Actions[i])
		}
	}
}

func TestAPanicIsTheStatusOfTheStream(t *testing.T) {
	_, err := play(t, func(*Observation) Action { panic("no idea") }, introduction(), batch(1))
	if status.Code(err) != codes.Internal || !strings.Contains(err.Error(), "no idea") {
		t.Errorf("got %v", err)
	}
}

func TestAWrongAnswerIsNamed(t *testing.T) {
	_, err := play(t, func(*Observation) Action { return 45 }, introduction(), batch(1))
	reason := "the bot has to return a card or an action, 0 to 44, but returned 45"
	if status.Code(err) != codes.Internal || status.Convert(err).Message() != reason {
		t.Errorf("got %v", err)
	}
}

func TestARulesetNeverSentIsNamed(t *testing.T) {
	_, err := play(t, func(*Observation) Action { return 0 }, batch(1))
	if status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "ruleset 1") {
		t.Errorf("got %v", err)
	}
}
