export const INSTALL = {
  title: "Install Understory",
  words: "Opens from the home screen, full screen, and works without a connection.",
  install: "Install",
  menu: "Install app",
  how: "How to install",
  later: "Not now",
  iosBefore: "Do it before you start: the installed app begins empty and you sign in there once.",
  iosSteps: [
    "Press Share in Safari's bar",
    "Choose “Add to Home Screen”",
    "Open Understory from the home screen",
  ],
  installed: "Understory is installed.",
} as const;
