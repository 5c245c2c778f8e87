/** The kinds of people of the demo accounts, as the rows below name them. */
export const everybody = ['agent', 'agent2', 'teamlead', 'newagent', 'admin', 'deals', 'desk', 'super'] as const
type Account = (typeof everybody)[number]

const office: readonly Account[] = ['admin', 'super']
const leadPeople: readonly Account[] = ['agent', 'agent2', 'teamlead', 'newagent', 'admin', 'deals', 'super']
const teamPeople: readonly Account[] = ['teamlead', 'admin', 'super']

/** Who gets past the right of each call; `public` needs no sign-in. A call without a row fails the test. */
export const rightsTable: Readonly<Record<string, readonly Account[] | 'public'>> = {
  'platform.events': everybody,
  'people.bootstrap': 'public',
  'people.login': 'public',
  'people.loginManually': 'public',
  'people.providers': 'public',
  'people.possess': office,
  'people.leavePossession': everybody,
  'people.logout': everybody,
  'people.maintenanceLogout': everybody,
  'people.reload': everybody,
  'people.grantScopes': everybody,
  'people.sessions': everybody,
  'people.endSession': everybody,
  'people.feature': everybody,
  'people.users': office,
  'people.user': office,
  'people.createUser': office,
  'people.updateUser': office,
  'people.agents': everybody,
  'people.rolePermissions': office,
  'people.setRolePermission': ['super'],
  'people.teams': teamPeople,
  'people.team': teamPeople,
  'people.createTeam': office,
  'people.updateTeam': office,
  'settings.systemStatus': 'public',
  'settings.setMaintenance': office,
  'settings.setNotice': office,
  'settings.features': office,
  'settings.setFeature': office,
  'settings.setFeatureOptions': ['super'],
  'search.search': everybody,
  'leads.list': leadPeople,
  'leads.count': leadPeople,
  'leads.counts': leadPeople,
  'leads.selectAll': leadPeople,
  'leads.get': leadPeople,
  'leads.create': leadPeople,
  'leads.update': leadPeople,
  'leads.remove': leadPeople,
  'leads.changeStatus': leadPeople,
  'leads.changeStatuses': leadPeople,
  'leads.tags': leadPeople,
  'leads.areas': everybody,
  'leads.sites': everybody,
  'leads.sources': leadPeople,
  'milestones.list': leadPeople,
  'milestones.types': everybody,
  'milestones.progress': leadPeople,
  'milestones.store': leadPeople,
  'imports.upload': office,
  'imports.list': office,
  'imports.get': office,
  'imports.start': office,
  'imports.cancel': office,
  'imports.undo': office,
  'imports.failedRows': office,
  'audit.list': office,
}

/** Who reaches a lead of `agent`, by the calls that name one record; all others hear that it does not exist. */
export const reachesAgentsLead: readonly Account[] = ['agent', 'teamlead', 'admin', 'super']
