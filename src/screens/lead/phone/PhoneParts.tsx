import { type LeadPanelProps, leadPanels } from '../../../features/leads/web/extensions.ts'
import { type Tab, TabStrip } from '../../../platform/ui/TabStrip.tsx'
import classes from '../LeadPage.module.css'
import type { LeadParts } from '../leadParts.ts'
import { PanelsInOrder } from '../PanelsInOrder.tsx'
import { PROFILE, useOpenPart } from '../useOpenPart.ts'
import { PhoneActions } from './PhoneActions.tsx'

const MORE = 'More'
const idOf = (label: string): string => label.toLowerCase()
const first = 'timeline'

/** The parts of a lead behind each other, where there is no room beside each other; the address says which is open. */
export function PhoneParts({ parts, ...panelProps }: LeadPanelProps & { parts: LeadParts }) {
  const all = leadPanels.parts()
  const counts = useCounts(panelProps)
  const panelTabs = [...new Set(all.flatMap(panel => panel.tab ?? []))]
  const tabs: Tab[] = ['Timeline', 'Profile', ...panelTabs, MORE].map(label => ({
    id: idOf(label),
    label,
    count: counts[label] || null,
  }))
  const [open, select] = useOpenPart(
    first,
    tabs.map(({ id }) => id),
  )
  const panels = all.filter(panel => idOf(panel.tab ?? MORE) === open)
  return (
    <>
      <TabStrip label="Parts of the lead" tabs={tabs} active={open} onSelect={select} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className={classes.part} role="tabpanel" tabIndex={0} aria-labelledby={`tab-${open}`}>
        {open === first && <div className={classes.middle}>{parts.happened}</div>}
        {open === PROFILE && parts.know}
        <PanelsInOrder
          key={open}
          leadId={panelProps.lead.id}
          panels={panels.map(({ id, Panel }) => <Panel key={id} {...panelProps} />)}
        />
      </div>
      <PhoneActions lead={panelProps.lead} onNote={() => select(first)} />
    </>
  )
}

/** How much there is behind each tab. */
function useCounts({ lead }: Pick<LeadPanelProps, 'lead'>): Readonly<Record<string, number | undefined>> {
  const counts: Record<string, number | undefined> = {}
  for (const { tab, useCount = useNothing } of leadPanels.parts()) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the panels are the same in every render, and so are their hooks
    const count = useCount(lead)
    if (tab && count !== undefined) counts[tab] = (counts[tab] ?? 0) + count
  }
  return counts
}

const useNothing = () => undefined
