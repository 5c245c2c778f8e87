import type { ServerFeature } from '../../../../platform/server/feature.ts'
import type { EmailContent } from '../../../../platform/server/mail/compose.ts'
import type { Report } from '../../contract.ts'
import type { Period } from '../../rules/period.ts'
import type { MailedPage, ReportName } from '../../rules/reports.ts'
import type { Asking } from '../queries/scope.ts'

/** Makes a report of what the reader sees. */
export type ReportOf = (name: ReportName, days: Period) => Promise<Report>

interface Asked {
  days: Period
  /** Only the agents of this team. */
  team: { id: number; name: string } | null
  /** Whose numbers the reader gets; `null` for everybody's. */
  agentIds: readonly number[] | null
  /** When it comes, in words. */
  schedule: string
  report: ReportOf
}

/** A page of another feature that people have sent to them as they have reports. */
export interface PageByEmail {
  name: MailedPage
  /** The e-mail about these days for the viewer, whose right was asked. `null` where the product has no address. */
  compose(ctx: Asking, asked: Asked): Promise<EmailContent | null>
}

let pages: readonly PageByEmail[] = []

declare module '../../../../platform/server/feature.ts' {
  interface ServerFeature {
    /** Pages that the feature writes as e-mails. */
    pagesByEmail?: readonly PageByEmail[]
  }
}

/** Makes the pages that features write as e-mails known to what sends them. */
export function registerPagesByEmail(features: readonly Pick<ServerFeature, 'pagesByEmail'>[]): void {
  pages = features.flatMap(feature => feature.pagesByEmail ?? [])
}

/** How a page is written as an e-mail. */
export function pageByEmail(name: MailedPage): PageByEmail {
  const found = pages.find(page => page.name === name)
  if (!found) throw new Error(`No feature writes the page "${name}" as an e-mail.`)
  return found
}
