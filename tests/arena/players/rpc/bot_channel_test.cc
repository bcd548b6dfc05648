// Channels to bots: the largest message that they take, with a server of ours
// at the other end.
#include "arena/players/rpc/bot_channel.h"

#include <grpcpp/client_context.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>
#include <grpcpp/support/status_code_enum.h>
#include <gtest/gtest.h>

#include <cstddef>

#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

// Describes itself with a name of so many bytes.
class LongNamed final : public v1::BotService::Service {
 public:
  explicit LongNamed(std::size_t bytes) : name_(bytes, 'x') {}

  grpc::Status Describe(grpc::ServerContext* /*context*/,
                        const v1::DescribeRequest* /*request*/,
                        v1::DescribeResponse* response) override {
    response->set_name(name_);
    return grpc::Status::OK;
  }

 private:
  std::string name_;
};

// The status of Describe when the name has so many bytes.
grpc::Status DescribeStatus(std::size_t bytes) {
  const testing_support::TemporaryFolder folder;
  const std::string target = "unix:" + folder.path("bot");
  LongNamed service(bytes);
  grpc::ServerBuilder builder;
  builder.AddListeningPort(target, grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  EXPECT_NE(server, nullptr);
  const std::unique_ptr<v1::BotService::Stub> stub =
      v1::BotService::NewStub(OpenChannel(
          target, grpc::InsecureChannelCredentials(), std::chrono::minutes(4)));
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  v1::DescribeResponse response;
  const grpc::Status status =
      stub->Describe(&context, v1::DescribeRequest(), &response);
  EXPECT_EQ(response.name().size(), status.ok() ? bytes : 0);
  return status;
}

constexpr std::size_t kField = 4;  // bytes of the tag and the length of `name`

TEST(BotChannelTest, LargestMessageIsTaken) {
  const grpc::Status status = DescribeStatus(kLargestMessage - kField);
  EXPECT_TRUE(status.ok()) << status.error_message();
}

TEST(BotChannelTest, MessageOfAByteMoreIsRefusedWithItsSize) {
  const grpc::Status status = DescribeStatus(kLargestMessage - kField + 1);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(status.error_message().find("262145 vs. 262144"), std::string::npos)
      << status.error_message();
}

}  // namespace
}  // namespace couillon::arena
