/** The words of the Account screen around its tabs. The labels of the tabs are literal in the specification. */
export const ACCOUNT_PAGE = {
  title: "Account",
  tabsLabel: "Account",
  tabs: { profile: "Profile", billing: "Billing", security: "Security" },
} as const;
