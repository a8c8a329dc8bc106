//! `stepfall sweep` with servers on this machine that answer, redirect, fail or never answer.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::Value;

use crate::scratch::Scratch;

const KEY: &str = "invented-key-of-nobody-42";
const ANSWER: &str = r#"{"choices":[{"message":{"content":"Answer: 1"},"finish_reason":"stop"}]}"#;

/// The reaction of a server to a request, which is already read.
type Reaction = fn(TcpStream);

/// Starts a server with a reaction to each connection, in order. The last reaction applies to all
/// later connections. Returns the address of the server, and the requests that it receives.
fn serve(reactions: &'static [Reaction]) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for (at, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let sender = sender.clone();
            thread::spawn(move || {
                let mut request = Vec::new();
                let mut buffer = [0; 4_096];
                while !request.ends_with(b"}") {
                    let count = stream.read(&mut buffer).unwrap();
                    request.extend_from_slice(&buffer[..count]);
                }
                let _ = sender.send(String::from_utf8(request).unwrap());
                reactions[at.min(reactions.len() - 1)](stream);
            });
        }
    });
    (address, receiver)
}

fn send(mut stream: TcpStream, head: &str, body: &str) {
    let length = body.len();
    let text =
        format!("HTTP/1.1 {head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}");
    stream.write_all(text.as_bytes()).unwrap();
}

fn answer(stream: TcpStream) {
    send(stream, "200 OK\r\ncontent-type: application/json", ANSWER);
}

/// Keeps the connection open without an answer.
fn say_nothing(stream: TcpStream) {
    let mut stream = stream;
    let _ = stream.read(&mut [0]);
}

/// Runs a sweep of one attempt. Returns its output and the folder of its file, `a.jsonl`.
fn sweep(base: &str, rest: &[&str]) -> (Output, Scratch) {
    let folder = Scratch::new();
    let plan = ["--provider", "openai", "--base", base, "--model", "m", "--steps", "5"];
    let output = Command::new(env!("CARGO_BIN_EXE_stepfall"))
        .arg("sweep")
        .args(plan)
        .args(["--items", "1", "--out", "a.jsonl"])
        .args(rest)
        .current_dir(&folder)
        .env("STEPFALL_KEY", KEY)
        // There is no proxy at this address, so a request through it would fail. Servers on this
        // machine must be reached without a proxy.
        .env("HTTP_PROXY", "http://127.0.0.1:1")
        .env("ALL_PROXY", "http://127.0.0.1:1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output, folder)
}

#[test]
fn a_request_is_complete_and_ignores_proxies() {
    let (address, requests) = serve(&[answer]);
    let (output, folder) = sweep(&format!("{address}/v1"), &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let request = requests.recv().unwrap();
    assert!(request.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{request}");
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    assert_eq!(head.matches(KEY).count(), 1);
    assert!(head.contains(&format!("authorization: Bearer {KEY}")));
    assert!(!head.contains("cookie") && !body.contains(KEY));
    assert_eq!(serde_json::from_str::<Value>(body).unwrap()["model"], "m");
    assert!(fs::read_to_string(folder.join("a.jsonl")).unwrap().contains("\"text\":\"Answer: 1\""));
}

#[test]
fn compressed_replies_are_read() {
    /// `ANSWER`, compressed by `gzip`.
    const PACKED: [u8; 89] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 13, 201, 49, 10, 128, 48, 12, 5, 208, 171, 200, 159, 93,
        92, 179, 121, 14, 17, 41, 37, 218, 12, 38, 210, 95, 112, 40, 189, 187, 190, 245, 117, 228,
        18, 150, 149, 144, 173, 227, 86, 50, 93, 10, 233, 200, 225, 77, 189, 65, 176, 58, 95, 173,
        50, 45, 24, 51, 78, 115, 99, 57, 170, 38, 134, 255, 201, 22, 15, 198, 62, 62, 163, 36, 79,
        40, 72, 0, 0, 0,
    ];
    fn packed(mut stream: TcpStream) {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: 89\r\nconnection: close\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&PACKED).unwrap();
    }
    let (address, _) = serve(&[packed]);
    let (output, folder) = sweep(&address, &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(fs::read_to_string(folder.join("a.jsonl")).unwrap().contains("\"text\":\"Answer: 1\""));
}

#[test]
fn no_redirect_is_followed() {
    fn redirect(stream: TcpStream) {
        send(stream, "307 Temporary Redirect\r\nlocation: http://127.0.0.1:1/elsewhere", "");
    }
    let (address, requests) = serve(&[redirect]);
    let (output, _) = sweep(&address, &["--max-requests", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("status 307"), "{errors}");
    assert!(errors.contains("sends on to http://127.0.0.1:1/elsewhere"), "{errors}");
    assert!(!errors.contains(KEY), "{errors}");
    assert_eq!(requests.try_iter().count(), 1);
}

#[test]
fn a_server_that_does_not_reply_is_asked_again() {
    let (address, _) = serve(&[say_nothing, answer]);
    let (output, folder) = sweep(&address, &["--stall", "1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let file = fs::read_to_string(folder.join("a.jsonl")).unwrap();
    let line = file.lines().find(|line| line.starts_with("{\"number\":")).unwrap();
    let attempt: Value = serde_json::from_str(line).unwrap();
    assert_eq!(attempt["tries"][0]["error"], "timed-out");
    assert_eq!(attempt["requests"], 2);
}

#[test]
fn limits_hold_over_repeated_continuations() {
    fn fail(stream: TcpStream) {
        send(stream, "500 Internal Server Error", "gone");
    }
    let (address, requests) = serve(&[fail, fail, fail, fail, fail, fail]);
    let (output, folder) = sweep(&address, &["--max-requests", "3"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    for _ in 0..3 {
        let output = Command::new(env!("CARGO_BIN_EXE_stepfall"))
            .args(["sweep", "--key-env", "STEPFALL_KEY", "--out"])
            .arg(folder.join("a.jsonl"))
            .env("STEPFALL_KEY", KEY)
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("limit of requests"), "{errors}");
    }
    assert_eq!(requests.try_iter().count(), 3);
}
