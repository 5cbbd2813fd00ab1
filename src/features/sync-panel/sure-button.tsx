import { useEffect, useRef } from "react";
import { Button, type ButtonVariant } from "../../ui/controls/button.tsx";

interface SureButtonProps {
  /** Whether it asks. */
  sure: boolean;
  variant: ButtonVariant;
  words: string;
  /** On the button that takes its place, and its focus. */
  question: string;
  onAsk(): void;
  onSure(): void;
}

/** Asks before it acts. */
export function SureButton({ sure, variant, words, question, onAsk, onSure }: SureButtonProps) {
  const answer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (sure) answer.current?.focus();
  }, [sure]);
  // Two buttons, of which the second tap of a double tap is held off. A key that is still held answers nothing either.
  return sure ? (
    <Button
      key="answer"
      ref={answer}
      variant="danger"
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={onSure}
    >
      {question}
    </Button>
  ) : (
    <Button key="ask" variant={variant} onClick={onAsk}>
      {words}
    </Button>
  );
}
