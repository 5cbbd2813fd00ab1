import { ALERT_TYPE_LABELS } from "../alerts/alerts.ts";
import { insightListMessages } from "../insights/insight-list.ts";
import { insightsMessages } from "../insights/insights.ts";
import { BASEMAP } from "../map/map.ts";
import { OFFLINE_SETS } from "../offline/offline-sets.ts";
import { RETENTION } from "../offline/retention.ts";
import { SYNC } from "../offline/sync.ts";
import { SYNC_PANEL } from "../offline/sync-panel.ts";
import { UNSENT_WORK } from "../offline/unsent-work.ts";
import { INSTALL } from "./install.ts";

export interface DocumentationPart {
  /** The anchor in the address. */
  id: string;
  title: string;
  /** Paragraphs. */
  words: readonly string[];
  /** Words that the app shows, and what each means. */
  terms?: readonly (readonly [term: string, meaning: string])[];
  /** In their order. */
  steps?: readonly string[];
}

/** The built-in documentation. What it quotes of the app comes from the messages of the app, so that it stays true. */
export const DOCUMENTATION: {
  title: string;
  contents: string;
  intro: string;
  back: string;
  parts: readonly DocumentationPart[];
} = {
  title: "Documentation",
  contents: "On this page",
  intro:
    "Understory shows what your Sentinels saw, and lets you review it with and without a connection. This page is on your device too.",
  back: "Open Understory",
  parts: [
    {
      id: "review",
      title: "Review insights",
      words: [
        "Insights lists what your Sentinels detected. Acknowledge, archive or favorite a row by its buttons; the same button again clears the status. Archived insights are hidden until you turn on “Show archived”.",
        "Review shows the photos of the filtered list one after another. On a phone, swipe right to acknowledge, left to archive, up to favorite. On a keyboard, A acknowledges, X archives, F favorites, J and K move, Z undoes. Press ? for all keys.",
        `“${insightListMessages.grid.switch}” shows several photos in a row: drag over them to select many at once. In the list, press and hold a card to select it, tap others, then act on all of them.`,
        `On a phone, “${insightsMessages.filters.heading}” starts with the filters that are used most: “${insightListMessages.quick.notReviewed}”, today, yesterday, the last 7 days. The button below them, for instance “${insightsMessages.filters.show(99)}”, says how many match.`,
        "In an opened photo, swipe for the next one, pinch or tap twice to zoom, pull down to close. There and in review, the moon button brightens photos taken at night, and items without a photo can be skipped.",
        `Your actions are kept under “${insightsMessages.unsaved.heading}” until you press Save: at most 1,000. Undo and Redo go through them one by one, “Cancel all” removes them all.`,
        "Choose classes in the class filter, or type any part of a name under “Class contains”. The address of the page holds the filter, so a link opens the same rows again. A saved view does the same.",
      ],
    },
    {
      id: "keys",
      title: "Keyboard shortcuts",
      words: [
        "Press ? to see the keys of the open screen. Shortcuts of a single key can be turned off there. On a Mac, press Cmd instead of Ctrl.",
      ],
      terms: [
        [
          "J and K",
          "Go to the next or the previous row of a list, past the end of a page too. With Shift they extend the selection.",
        ],
        ["/", "Goes to the search field, or opens the filters of a list that has none."],
        ["Enter", "Opens the row."],
        ["Space", "Selects the row."],
        ["Ctrl+A", "Selects all that match, on other pages too."],
        ["Ctrl+Enter", "Saves your list of unsaved actions."],
        ["Ctrl+K", "Finds a command by its name: go to a screen, filter the list, act on what is selected."],
      ],
    },
    {
      id: "offline",
      title: "Work without a connection",
      words: [
        `Open the app once with a connection and sign in. It copies your insights, Sentinels, groups, models and alerts to your device, and from then on every screen opens without a connection. “${INSTALL.menu}” in the account menu puts it on your home screen. The browser is then less likely to delete its data.`,
        "What you do offline is stored on your device at once. It goes out by itself with the next connection, also after the page or the phone was closed in between. Actions made offline need no Save.",
        "Somebody else may have changed the same insight in the meantime. The server then keeps the change that arrived last, and the sync panel says what was replaced.",
        "Some things need a connection, and say so: deploying models, device updates, the marketplace, the account, the settings and the screens for staff.",
        `“${RETENTION.title}”, in the sync panel, says how many days and which groups your device holds. What is left out stays on the server.`,
      ],
    },
    {
      id: "field",
      title: OFFLINE_SETS.save,
      words: [
        "Photos that you opened stay on your device for a while. Before a trip, save those that you will need:",
      ],
      steps: [
        `Press the chip with the state of the connection, at the top. The sync panel opens. Under “${OFFLINE_SETS.title}” press “${OFFLINE_SETS.save}”.`,
        "Choose groups, days and the size of the photos. The dialog says how much will be downloaded.",
        `Keep the app open and stay in reach of the network until the set says “${OFFLINE_SETS.states.ready}” and the chip “${OFFLINE_SETS.field.states.ready}”. If you leave earlier, the download continues when you are online again.`,
        `On the map, choose “${BASEMAP.title}” to save a detailed map of your region, where your operator offers one. The map of the world is always there.`,
      ],
    },
    {
      id: "states",
      title: "What each state means",
      words: [
        "The chip at the top shows the connection and your unsent work. Press it to open the sync panel, which tells you more.",
      ],
      terms: [
        [SYNC.phases.online, "The server answers. Your work is sent as you save it."],
        [SYNC.phases.unknown, "The app is looking for the server."],
        [SYNC.phases.offline, "The server cannot be reached. Go on working: your work waits on your device."],
        [
          SYNC.phases.signedOut,
          "Your session has ended. Sending waits, nothing is lost. Sign in again to go on.",
        ],
        [
          SYNC.notRefreshed,
          "The server answers, but new data could not be read. The app tries again by itself.",
        ],
        [
          SYNC.notStored,
          "Your latest action could not be stored: your device is full. Free some space, then do it again.",
        ],
        [SYNC.work.save(3), "Actions in your list: press Save."],
        [SYNC.work.send(3), "Saved on your device. They are sent by themselves when you are online."],
        [SYNC.work.sending(3), "On their way: the server has not confirmed them yet."],
        [
          SYNC.serverError,
          "The server did not take what you saved. The app tries again by itself, or at once when you press Try now.",
        ],
        [
          SYNC.serverBusy,
          "The server has too much to do to take what you saved. The app waits as long as it asks, then tries again.",
        ],
        [OFFLINE_SETS.field.states.coming, "Photos are on their way to your device. Do not leave yet."],
        [OFFLINE_SETS.field.states.ready, "Everything that you saved for offline is here. You may leave."],
        [
          OFFLINE_SETS.field.states.partly,
          "Some photos could not be downloaded. The sync panel offers to try again.",
        ],
        [OFFLINE_SETS.field.states.stopped, "Something is missing, and the sync panel says why."],
        [
          SYNC.toLookAt(2),
          "The server did not apply these as you asked. The sync panel says why, and offers to try again.",
        ],
        [
          SYNC_PANEL.steps.join(" → "),
          "The steps of what you saved: it waits to be sent, the server has it, the server is working on it, the server has done it.",
        ],
        [
          SYNC_PANEL.cameBack,
          "Somebody else was updating the same insights. The actions are in your list again: press Send again, or Cancel all.",
        ],
      ],
    },
    {
      id: "alerts",
      title: "Alerts",
      words: [
        "An alert says that a Sentinel needs attention. It is new until you acknowledge it, and open until you resolve it or its cause ends.",
        "The alert settings turn each kind on and off and set its limit, also for each group.",
      ],
      terms: [
        [
          ALERT_TYPE_LABELS.no_recent_insights,
          "It sent no insight for longer than the limit: check its connection, and where it stands and points.",
        ],
        [
          ALERT_TYPE_LABELS.no_recent_camera_triggers,
          "Its camera took no photo for longer than the limit: check the camera.",
        ],
        [ALERT_TYPE_LABELS.spypoint_error, "The cable to the camera reports an error: check the plug."],
        [ALERT_TYPE_LABELS.low_battery, "Its batteries are low: replace them on your next visit."],
      ],
    },
    {
      id: "troubleshooting",
      title: "Troubleshooting",
      words: [],
      terms: [
        [
          `“${SYNC.work.send(3)}” does not go down`,
          `Open the sync panel: it says what the work waits for. After a server error, “${UNSENT_WORK.tryNow}” tries at once.`,
        ],
        [
          "This device will not come back to a connection",
          "“Export to a file”, in the sync panel, writes your unsent work into a file. Another phone of yours can import it.",
        ],
        [
          "A photo is missing",
          "“Not on this device yet” means that it loads with a connection. “Image does not exist” means that the Sentinel sent none. “Not loaded” means that the server could not send it: the app tries again.",
        ],
        [
          "I see fewer insights than the server has",
          `The first copy may still be on its way, or “${RETENTION.title}” leaves some out. Counts say what they cover.`,
        ],
        [
          "A new version is offered",
          "Reload when you are ready: your unsaved actions and your unsent work stay.",
        ],
        [
          "The browser removed the app's data",
          "Browsers may do so when space runs short. Install the app, and send your work often.",
        ],
        ["Something else", "Write to the address under Support, at the top of every screen."],
      ],
    },
  ],
};
