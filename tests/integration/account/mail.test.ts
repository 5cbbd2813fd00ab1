import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { chooseMailer } from "../../../server/providers/choose-mailer.ts";
import { fileMailer } from "../../../server/providers/file-mailer.ts";
import { smtpMailer } from "../../../server/providers/smtp-mailer.ts";
import { startSmtpServer } from "../../support/server/mail.ts";
import { makeTestApp } from "../../support/server/test-app.ts";
import { countingIds, TestClock } from "../../support/time/test-clock.ts";

describe("mail", () => {
  it("reaches a real SMTP server with sender, subject and text [AUTH-37]", async () => {
    const server = await startSmtpServer();
    const mailer = smtpMailer(server.url, "Understory <no-reply@understory.example.org>");
    await mailer.send({ to: "wangari@example.org", subject: "Grüße aus dem Wald", text: "One\nTwo\n" });
    mailer.close();
    await server.close();
    const [mail] = server.received;
    expect(server.received).toHaveLength(1);
    expect(mail?.from).toBe("no-reply@understory.example.org");
    expect(mail?.to).toEqual(["wangari@example.org"]);
    expect(mail?.source).toContain("From: Understory <no-reply@understory.example.org>");
    expect(mail?.source).toMatch(/Subject: =\?UTF-8\?/);
    expect(mail?.source).toContain("One\r\nTwo");
  });

  it("carries a reset link made of PUBLIC_URL through SMTP, from the call to the mailbox [AUTH-37]", async () => {
    const server = await startSmtpServer();
    const env = { SMTP_URL: server.url, PUBLIC_URL: "https://understory.example.org" };
    const mailer = smtpMailer(server.url, "no-reply@understory.example.org");
    const test = await makeTestApp({ env, mailer });
    const { email } = await test.addUser("mailed");
    const answer = await test.call("POST", "/api/resetPassword", { body: { email } });
    expect(answer.json()).toEqual({ message: "Password reset email send!" });
    // Closing lets the mail that is under way go out.
    await test.close();
    mailer.close();
    await server.close();
    const text = server.received[0]?.source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    expect(text).toMatch(/https:\/\/understory\.example\.org\/resetpassword#code=[\w-]{43}/);
  });

  it("that a server refuses changes nothing in the answer and is logged without the link", async () => {
    const server = await startSmtpServer({ answers: { rcpt: 550 } });
    const lines: string[] = [];
    const mailer = smtpMailer(server.url, "no-reply@understory.example.org");
    const test = await makeTestApp({
      mailer,
      env: { LOG_LEVEL: "info" },
      logStream: { write: (line) => void lines.push(line) },
    });
    const { email } = await test.addUser("refused");
    const answer = await test.call("POST", "/api/resetPassword", { body: { email } });
    expect(answer.json()).toEqual({ message: "Password reset email send!" });
    await test.close();
    mailer.close();
    await server.close();
    expect(lines.join("")).toContain("a mail about an account was not sent");
    expect(lines.join("")).not.toContain("#code=");
  });

  it("without SMTP_URL is written to DATA_DIR/mail, where only the server's account reads it", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "understory-mail-"));
    const config = loadConfig({ DATA_DIR: dataDir });
    const mailer = chooseMailer(config, new TestClock(), countingIds());
    const mail = { to: "wangari@example.org", subject: "Hello", text: "A link" };
    await Promise.all([mailer.send(mail), mailer.send(mail)]);
    const names = await readdir(join(dataDir, "mail"));
    expect(names.sort()).toEqual([
      "2024-05-01T06-00-00.000Z-00000000-0000-4000-8000-000000000001.txt",
      "2024-05-01T06-00-00.000Z-00000000-0000-4000-8000-000000000002.txt",
    ]);
    const path = join(dataDir, "mail", names[0] ?? "");
    expect(await readFile(path, "utf8")).toBe(
      "Date: 2024-05-01T06:00:00.000Z\nTo: wangari@example.org\nSubject: Hello\n\nA link",
    );
    expect((await stat(path)).mode & 0o077).toBe(0);
    await rm(dataDir, { recursive: true });
  });

  it("reports a folder that cannot be written to", async () => {
    const mailer = fileMailer("/dev/null/mail", new TestClock(), countingIds());
    await expect(mailer.send({ to: "a@example.org", subject: "", text: "" })).rejects.toThrow("ENOTDIR");
  });
});
