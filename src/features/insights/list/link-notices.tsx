import { MOST_SEARCH_WORDS, wordsLeftOut } from "../../../domain/text-search.ts";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import type { UnknownValue } from "../filter/known-values.ts";
import type { AddressPart, InsightAddress } from "./insight-address.ts";

const { link: words } = insightListMessages;

interface LinkNoticesProps {
  address: InsightAddress;
  /** What is asked for and nothing here has. */
  unknown: readonly UnknownValue[];
  /** Rows are shown nevertheless: where there are none, the reason stands in their place. */
  matches: boolean;
  onDropUnread(): void;
}

/**
 * What is not done of all that the address asks for. It stays in the address: a newer version may have written it,
 * and the link is passed on whole.
 */
export function LinkNotices({ address, unknown, matches, onDropUnread }: LinkNoticesProps) {
  const { unread, filter } = address;
  const leftOut = wordsLeftOut(filter.text ?? "");
  return (
    <>
      {unread.length > 0 && (
        <Notice
          tone="info"
          action={
            <Button variant="plain" onClick={onDropUnread}>
              {words.drop}
            </Button>
          }
        >
          {words.unread(unread.map(textOf))}
        </Notice>
      )}
      {matches && unknown.length > 0 && (
        <Notice tone="info">
          {[...unknown.map(({ part, value }) => words.notKnown(part, value)), words.partKnown].join(" ")}
        </Notice>
      )}
      {leftOut > 0 && (
        <Notice tone="info">{insightListMessages.tooManyWords(MOST_SEARCH_WORDS, leftOut)}</Notice>
      )}
    </>
  );
}

function textOf([name, value]: AddressPart): string {
  return `${name}=${value}`;
}
