import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { useSnoozeAsked } from './client/open.ts'

const SnoozeDialog = onDemand(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog)

/** The question until when to snooze somebody, over whatever page is open. */
export function SnoozeWatch() {
  const asked = useSnoozeAsked()
  return asked && <SnoozeDialog key={asked.lead.id} asked={asked} />
}
