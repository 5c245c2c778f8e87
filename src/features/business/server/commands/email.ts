import type { Config } from '../../../../platform/server/config.ts'
import { composeEmail, type EmailContent } from '../../../../platform/server/mail/compose.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { dayAfter } from '../../../../platform/wire/days.ts'
import { emailBrand } from '../../../../product/brand/emailBrand.ts'
import { region } from '../../../../product/region/region.ts'
import { figureDays } from '../../../deals/rules/days.ts'
import type { Report } from '../../../reports/contract.ts'
import { writtenDays } from '../../../reports/rules/numbers.ts'
import { mailedPages, pageTitle } from '../../../reports/rules/reports.ts'
import { sentenceOf } from '../../../reports/rules/sentences.ts'
import type { PageByEmail } from '../../../reports/server/commands/mailedPages.ts'
import type { BusinessOverview } from '../../contract.ts'
import {
  closedFigure,
  type FigureText,
  leadToDealFigure,
  periodFigure,
  periodFigures,
  pipelineFigure,
} from '../../rules/figures.ts'
import { yearSentence } from '../../rules/sentence.ts'
import { businessEmail as template } from '../emails/business.gen.ts'
import { overviewOf } from '../queries/overview.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'publicUrl' | 'mode' | 'port'>

/** The page of the business as people have it sent to them. */
export const businessByEmail: PageByEmail = {
  name: 'business',
  async compose(ctx, { days, team, agentIds, schedule, report }) {
    const { today, yearAgo } = figureDays(ctx.now, region.zone)
    return businessAsEmail(ctx.config, {
      overview: await overviewOf(ctx, agentIds, team === null),
      responses: await report('response-times', days),
      sources: await report('sources', { from: dayAfter(yearAgo, 1), to: today }),
      funnel: await report('funnel', days),
      team,
      schedule,
    })
  },
}

interface Shown {
  overview: BusinessOverview
  responses: Report
  sources: Report
  funnel: Report
  team: { id: number; name: string } | null
  schedule: string
}

/** What the page shows, as an e-mail. `null` where nobody said under which address the product is reached. */
export function businessAsEmail(
  site: Site,
  { overview, responses, sources, funnel, team, schedule }: Shown,
): EmailContent | null {
  const url = emailLink(site)
  if (!url) return null
  const { from, to } = responses
  const days = writtenDays({ from, to })
  const figures = [
    ...periodFigures.flatMap(metric => periodFigure(responses, metric) ?? []),
    leadToDealFigure(overview),
    pipelineFigure(overview),
    closedFigure(overview),
  ]
  const link = (asked: Record<string, string>) =>
    `${url}/business?${new URLSearchParams({ ...asked, ...(team && { team: String(team.id) }) })}`
  return composeEmail(
    template,
    {
      subject: `${pageTitle('business', team)}: ${days}`,
      name: mailedPages.business.title,
      preheader: figures.map(({ label, value }) => `${label} ${value}`).join(', '),
      days,
      whose: team ? `${team.name}.` : 'The whole brokerage.',
      figures: figures.map(figure => ({ label: figure.label, value: figure.value, change: changeText(figure) })),
      blocks: [
        { title: 'Commission closed', sentence: yearSentence(overview) },
        { title: 'First response', sentence: sentenceOf(responses) },
        { title: 'Sources, 12 months', sentence: sentenceOf(sources) },
        { title: 'From lead to deal', sentence: sentenceOf(funnel) },
      ].flatMap(({ title, sentence }) => (sentence === null ? [] : { title, sentence })),
      open_url: link({ from, to }),
      change_url: link({ by_email: 'true' }),
      schedule,
    },
    emailBrand(site, url),
  )
}

const changeText = ({ change, note }: FigureText): string => `${change?.text ?? ''}${note}`
