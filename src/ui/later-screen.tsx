import { LoadingNotice } from "../ui/feedback/loading-notice.tsx";
import { type LaterPart, usePreloaded } from "./later-part.tsx";

/**
 * A screen, which is loaded before it is rendered. One that could not be loaded is tried again whenever it is mounted
 * anew, which `lazy` alone does not: it keeps its failure.
 */
export function LaterScreen<Props extends object>({
  part: Part,
  props,
}: {
  part: LaterPart<Props>;
  props: Props;
}) {
  return usePreloaded(Part) ? <Part {...props} /> : <LoadingNotice />;
}
