import { type ReactNode, useState } from "react";

interface FoldProps {
  summary: ReactNode;
  /** Open without a press, for instance where an error is inside. It stays open afterwards. */
  forced: boolean;
  className: string | undefined;
  children: ReactNode;
}

/** Content that a press opens. */
export function Fold({ summary, forced, className, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={className}
      open={open || forced}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
