import Send from "lucide-react/icons/send";
import { useState } from "react";
import { callProblem } from "../../../client/call-problem.ts";
import { useServices } from "../../../client/services.tsx";
import type { Platform } from "../../../domain/integration/integration.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import type { Delivery } from "../../../protocol/calls/integration-calls.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { sendTest } from "./integration-calls.ts";

interface TestMessageProps {
  platform: Platform;
  online: OnlineOnly;
}

type Result =
  | { readonly kind: "answered"; readonly delivery: Delivery }
  | { readonly kind: "problem"; readonly words: string };

/** Sends one message and shows what its provider answered. */
export function useTestMessage({ platform, online }: TestMessageProps) {
  const { http } = useServices();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const test = async () => {
    setBusy(true);
    setResult(null);
    const outcome = await sendTest(http, platform, null);
    setBusy(false);
    if (outcome.kind === "answer") return setResult({ kind: "answered", delivery: outcome.value.message });
    const isLimit = outcome.kind === "refusal" && outcome.status === 429;
    const named =
      outcome.kind === "refusal" ? (outcome.refusal.errors.target ?? notSetUp(outcome.refusal)) : undefined;
    setResult({ kind: "problem", words: isLimit ? INTEGRATIONS.testLimit : (named ?? callProblem(outcome)) });
  };
  return {
    button: (
      <Button
        icon={<Send size={16} aria-hidden="true" />}
        busy={busy}
        {...online.button}
        onClick={() => void test()}
      >
        {INTEGRATIONS.test}
      </Button>
    ),
    result: busy ? (
      <p role="status">{INTEGRATIONS.testing}</p>
    ) : (
      result !== null && <TestResult result={result} />
    ),
  };
}

function notSetUp({ code, errors }: { code: string | null; errors: Readonly<Record<string, string>> }) {
  return code === "not_set_up" ? errors.general : undefined;
}

function TestResult({ result }: { result: Result }) {
  if (result.kind === "problem") return <Notice tone="danger">{result.words}</Notice>;
  const { status, answer } = result.delivery;
  const tone = status === "sent" ? "ok" : status === "failed" || status === "dropped" ? "danger" : "info";
  return (
    <Notice tone={tone}>
      {INTEGRATIONS.tested[status]} {answer !== null && INTEGRATIONS.answer(answer)}
    </Notice>
  );
}
