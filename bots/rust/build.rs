//! Generates the code of the protocol from the files in proto/.

fn main() -> std::io::Result<()> {
    let protos = "../../proto";
    println!("cargo:rerun-if-changed={protos}/couillon/v1");
    tonic_prost_build::configure()
        // It imports the other files.
        .compile_protos(&[format!("{protos}/couillon/v1/bot_service.proto")], &[protos.into()])
}
