import type { z } from 'zod'
import { product } from '../../app/features.server.ts'
import { allCalls } from '../../platform/server/feature.ts'
import type { Call } from '../../platform/wire/call.ts'

/** Answers with an array of records that are no list of records to page through, and why. */
export const notLists: Readonly<Record<string, string>> = {
  'campaigns.previewOneOff': 'sums, with some of the people behind them',
  'failed-work.kinds': 'a line for each kind of work that failed',
  'first-steps.overview': 'the few steps of one installation',
  'email.preview': 'sums, with some of the people behind them',
  'people.bootstrap': 'what every screen needs from the start',
  'deal-documents.list': 'the documents of one deal, as the specification has them',
  'deal-documents.upload': 'the files that were sent',
  'deal-documents.required': 'what one deal needs',
  'deal-documents.assign': 'what one deal needs',
  'deal-documents.unassign': 'what one deal needs',
  'deal-documents.review': 'what one deal needs',
  'commission.account': 'one agent',
  'commission.deal': 'one deal',
  'trust-account.deal': 'one deal',
  'trust-account.receive': 'one deal',
  'trust-account.payOut': 'one deal',
  'trust-account.reverse': 'one deal',
  'checklists.list': 'the checklists of one deal, as the specification has them',
  'checklists.update': 'one record',
  'checklists.addItem': 'one record',
  'checklists.updateItem': 'one record',
  'deals.types': 'a table of the product itself',
  'deals.statuses': 'a table of the product itself',
  'deals.findLeads': 'the first few that fit what was typed',
  'deals.match': 'the clients that were sent',
  'deals.get': 'one record',
  'lone-wolf.get': 'one deal',
  'lone-wolf.send': 'one deal',
  'lone-wolf.look': 'one deal',
  'lone-wolf.settle': 'one deal',
  'deals.clients': 'the few people of one deal, as the specification has them',
  'integrations-admin.overview': 'the few providers, keys and webhooks of one brokerage',
  'session-recording.people': 'people to choose from',
  'session-recording.open': 'one record',
  'session-recording.chunk': 'what happened within some seconds',
  'privacy.preview': 'sums of what is held on one person',
  'settings.features': 'a table of the product itself',
  'consent-requests.question': 'the two channels of one question',
  'sending.state': 'counts of what waits',
  'outbox.get': 'one record',
  'people.providers': 'the ways to sign in, all on one page',
  'people.rolePermissions': 'a table of the product itself',
  'leads.areas': 'areas to choose from',
  'places.areas': 'the tree of one brokerage, which is looked at as a whole',
  'places.sites': 'the few sites of one brokerage',
  'places.previewMerge': 'sums of what refers to one area',
  'leads.sites': 'sites to choose from',
  'leads.sources': 'sources to choose from',
  'milestones.types': 'a table of the product itself',
  'templates.list': 'templates to choose from, as the specification has them',
  'tags.list': 'tags to choose from, as the specification has them',
  'tags.ofLeads': 'the tags of the chosen leads, as the specification has them',
  'views.sharing': 'teams to choose from',
  'notifications.preferences': 'what one person set, and their few browsers',
  'notes.colleagues': 'the first few who fit what was typed',
  'showings.homes': 'the first few that fit what was typed',
  'listings.buildings': 'the first few that fit what was typed',
  'listings.cards': 'the homes whose numbers were sent',
  'search.search': 'the first few of each kind that fit what was typed',
  'showings.answers': 'what the client said within the last minutes',
  'showings.proposals': 'what one form can begin with',
  'showings.plan': 'what conflicts with one time',
  'tasks.reminders': 'what is due within minutes',
  'calling.sipSetup': 'the few extensions of one brokerage, all on one page',
  'calling.ringing': 'what rings for one person now, at most 5',
  'pins.list': 'at most 50, answered whole by every change of them',
  'opportunities.types': 'a table of the product itself',
  'opportunities.rules': 'a table of the product itself',
  'opportunities.get': 'one record',
  'alerts.list': 'two lists of one lead, as the specification has them',
  'alerts.matches': 'points of a map',
  'alerts.proposal': 'what one form begins with',
  'alerts.interested': 'the leads whose alerts find one home, at most 100, beside how many there are',
  'alerts.emailSummary': 'counts',
  'alerts.preferences': 'the alerts of whoever holds the link',
  'automations.get': 'one record',
  'automations.summary': 'counts',
  'automations.run': 'one record',
  'automations.why': 'what was asked about one lead',
  'campaigns.ofLead': 'the campaigns of one lead',
  'campaigns.plan': 'what comes and what was with one lead',
  'campaigns.statistics': 'figures',
  'campaigns.get': 'one record',
  'consent.list': 'one lead’s standing, with what it rests on',
  'duplicates.compare': 'two leads side by side',
  'imports.preview': 'the first rows of a file',
  'distribution.ofLead': 'one record',
  'distribution.rehearsal': 'sums; what each agent would get stands beside them',
  'people.user': 'one record',
  'people.team': 'one record',
  'quotas.rules': 'two lists, as the specification has them',
  'quotas.workspace': 'two ladders, of at most 20 rungs each',
  'quotas.agent': 'one record',
  'team.overview': 'the figures of a team side by side, sorted by who needs help',
  'claiming.get': 'one record',
  'happy-hour.activeSession': 'one session with the few leads claimed in it',
  'happy-hour.state': 'what one screen shows of this moment',
  'reports.report': 'sums; what each number counts is a list of its own',
  'reports.costs': 'the sources of one month',
  'business.overview': 'sums of one year',
  'business.holders': 'the few agents with the most',
  'reports.goals': 'the few goals of one agent',
  'reports.list': 'the reports to choose from',
  'happy-hour.report': 'sums, with at most 500 sessions behind them; the claims are a list of their own',
  'bulk.get': 'one record',
  'loops.list': 'the 50 loops that changed last, as the specification has them',
  'loops.details': 'one record',
  'brokerage-listings.get': 'one record',
  'leads.get': 'one record',
  'listings.get': 'one record',
  'intake.mail': 'one record',
  'intake.tryReader': 'the newest mails of one sender, beside how many there are',
  'intake.samples': 'what one source sent, value by value',
  'intake.tryMapping': 'the newest requests of one source, beside how many there are',
  'intake.overview': 'the doors of the brokerage, each with its figures',
}

/** The fields of an object's schema; none of anything else. */
export const shapeOf = (schema: z.core.$ZodType | undefined): Record<string, z.core.$ZodType> => {
  const definition = schema && (schema as z.core.$ZodTypes)._zod.def
  return definition?.type === 'object' ? definition.shape : {}
}
const isArrayOfRecords = (schema: z.core.$ZodType): boolean => {
  const definition = (schema as z.core.$ZodTypes)._zod.def
  return (
    definition.type === 'array' &&
    !['string', 'number', 'enum'].includes((definition.element as z.core.$ZodTypes)._zod.def.type)
  )
}
const answersRecords = ({ output }: Call): boolean =>
  isArrayOfRecords(output) || Object.values(shapeOf(output)).some(isArrayOfRecords)

/** Every call that answers a list of records. */
export const listCalls = allCalls(product.features).filter(
  ({ name, call }) =>
    call.kind === 'read' && !(name in notLists) && (answersRecords(call) || 'page' in shapeOf(call.input)),
)
