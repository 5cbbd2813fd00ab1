import { MOST_SEARCH_WORDS, wordsLeftOut } from "../../../domain/text-search.ts";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import type { UnknownValue } from "../filter/known-values.ts";
import type { AddressPart, InsightAddress } from "./insight-address.ts";

const { link: words } = insightListMessages;

interface LinkNoticesProps {
  address: InsightAddress;
  /** Values of the address that no row on this device has. */
  unknown: readonly UnknownValue[];
  /** False where the list is empty: the reason then stands in the rows' place. */
  matches: boolean;
  onDropUnread(): void;
}

/**
 * The parts of the address that are not applied. They stay in the address, because a newer version may have written
 * them and the link may be passed on.
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
