/** Roles whose holders keep the books of the brokerage. */
const keepers: readonly string[] = ['admin', 'super_admin', 'deals_admin']

/** Whether somebody decides what goes to the back office. */
export const maySettle = ({ roles }: { roles: readonly string[] }): boolean =>
  roles.some(role => keepers.includes(role))
