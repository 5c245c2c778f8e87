// Written from the pages of all features; out of date fails the checks: vitest run scripts/screens -u

/** Every screen that is a button of the drawer: what it is called, where it is, and who may open it. */
export const screens = [
  {
    "path": "/happy_hour",
    "label": "Happy Hour",
    "roles": [
      "agent"
    ],
    "permission": null,
    "feature": "happy_hour"
  },
  {
    "path": "/claim_leads",
    "label": "Claim Leads",
    "roles": [
      "agent"
    ],
    "permission": null,
    "feature": "claim_leads"
  },
  {
    "path": "/leads",
    "label": "Leads",
    "roles": [
      "agent"
    ],
    "permission": "view_all_leads",
    "feature": null
  },
  {
    "path": "/tasks",
    "label": "Tasks",
    "roles": [
      "agent"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/opportunities",
    "label": "Opportunities",
    "roles": [
      "agent"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/business",
    "label": "Business",
    "roles": [
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/deals",
    "label": "Deals",
    "roles": [],
    "permission": "deals_access",
    "feature": null
  },
  {
    "path": "/commission",
    "label": "Commission",
    "roles": [
      "admin",
      "agent",
      "deals"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/trust",
    "label": "Trust account",
    "roles": [
      "admin",
      "deals"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/brokerage-listings",
    "label": "Listings",
    "roles": [],
    "permission": "access_listings",
    "feature": "access_listings"
  },
  {
    "path": "/reports",
    "label": "Reports",
    "roles": [
      "agent",
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/campaigns",
    "label": "Campaigns",
    "roles": [
      "agent",
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/automations",
    "label": "Automations",
    "roles": [],
    "permission": "access_automations",
    "feature": "claim_leads"
  },
  {
    "path": "/messages",
    "label": "Messages",
    "roles": [
      "agent"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/teams",
    "label": "My Team",
    "roles": [],
    "permission": "can_view_team",
    "feature": null
  },
  {
    "path": "/quota_rules",
    "label": "Quota Rules",
    "roles": [
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/agent_quotas",
    "label": "Agent Quotas",
    "roles": [
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/admin/working-hours",
    "label": "Working Hours",
    "roles": [
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/intake",
    "label": "Intake",
    "roles": [
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/duplicates",
    "label": "Duplicates",
    "roles": [
      "agent",
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/imports",
    "label": "Import leads",
    "roles": [],
    "permission": "import_leads",
    "feature": null
  },
  {
    "path": "/admin/happy-hour-settings",
    "label": "Happy Hour Settings",
    "roles": [],
    "permission": "manage_happy_hour_permissions",
    "feature": null
  },
  {
    "path": "/admin/happy-hour-report",
    "label": "Happy Hour Report",
    "roles": [],
    "permission": "view_happy_hour_reports",
    "feature": null
  },
  {
    "path": "/admin",
    "label": "Admin",
    "roles": [
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/dev",
    "label": "Developer",
    "roles": [
      "admin",
      "agent"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/mobile",
    "label": "Mobile Apps",
    "roles": [
      "agent",
      "admin"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/outbox",
    "label": "Outbox",
    "roles": [
      "everybody"
    ],
    "permission": null,
    "feature": null
  },
  {
    "path": "/simulate",
    "label": "Simulate",
    "roles": [
      "everybody"
    ],
    "permission": null,
    "feature": null
  }
] as const
