export const INSTALL = {
  title: "Install Understory",
  afterSave: "Install Understory, so that the browser keeps your work.",
  install: "Install",
  menu: "Install app",
  how: "How to install",
  later: "Not now",
  iosBefore: "The installed app starts empty: send your work first, then sign in there once.",
  iosSteps: [
    "Press Share in Safari's bar",
    "Choose “Add to Home Screen”",
    "Open Understory from the home screen",
  ],
  installed: "Understory is installed.",
} as const;
