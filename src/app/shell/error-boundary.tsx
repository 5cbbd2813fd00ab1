import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { SHELL } from "../../messages/shell/shell.ts";
import { TRY_AGAIN } from "../../messages/words.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";

interface ErrorBoundaryProps {
  /** When it changes, for instance with the tab, the children get another try. */
  resetKey: string;
  children: ReactNode;
}

/** Keeps a fault in one screen from taking the rest; says what is safe and what to do, never what the code said. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          titleLevel={1}
          icon={<TriangleAlert size={26} aria-hidden="true" />}
          title={SHELL.brokenTitle}
          action={
            <>
              <Button onClick={() => this.setState({ failed: false })}>{TRY_AGAIN}</Button>
              <Button variant="primary" onClick={() => window.location.reload()}>
                {SHELL.reload}
              </Button>
            </>
          }
        >
          {SHELL.brokenWords}
        </EmptyState>
      </div>
    );
  }
}
