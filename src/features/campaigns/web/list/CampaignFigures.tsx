import { Figure } from '../../../../platform/ui/marks/Figure.tsx'
import { Sparkline } from '../../../../platform/ui/pieces.tsx'
import { count } from '../../../../platform/web/text.ts'
import type { Campaign } from '../../contract/records.ts'
import { FigureStrip } from '../FigureStrip.tsx'
import { figuresOf } from '../rules/list.ts'

const share = (value: number | null): string => (value === null ? '–' : `${value} %`)

/** What the campaigns of a list come to together. */
export function CampaignFigures({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { active, thisWeek, lastWeek, connected, optedOut, weeks } = figuresOf(campaigns)
  return (
    <FigureStrip
      picture={{
        caption: 'Past 12 weeks',
        image: <Sparkline values={weeks} recent={1} width={220} height={36} label="Steps of the past 12 weeks" />,
      }}
    >
      <Figure label="People in a campaign" value={count(active)} />
      <Figure label="Steps, past 7 days" value={count(thisWeek)} note={`${count(lastWeek)} the week before`} />
      <Figure label="Replied or connected" value={share(connected)} />
      <Figure label="Opted out" value={share(optedOut)} />
    </FigureStrip>
  )
}
