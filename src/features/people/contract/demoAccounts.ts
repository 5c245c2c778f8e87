/** The password of every demo account. */
export const DEMO_PASSWORD = 'keyturn-demo'

/** The eight people whom every demo and every test database knows, in the order in which they are offered. */
export const demoAccounts = [
  { label: 'Agent', email: 'agent@keyturn.test' },
  { label: 'Second agent', email: 'agent2@keyturn.test' },
  { label: 'Team lead', email: 'teamlead@keyturn.test' },
  { label: 'New agent', email: 'newagent@keyturn.test' },
  { label: 'Administrator', email: 'admin@keyturn.test' },
  { label: 'Deals', email: 'deals@keyturn.test' },
  { label: 'Front desk', email: 'desk@keyturn.test' },
  { label: 'Super administrator', email: 'super@keyturn.test' },
] as const
export type DemoEmail = (typeof demoAccounts)[number]['email']
