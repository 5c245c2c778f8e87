import { SendingPanel } from '../../features/sending/web/pieces.tsx'
import { MaintenancePanel } from '../../features/settings/web/pieces.tsx'

/** The state of the system: what goes out to people, maintenance, and what everybody is told. */
export function SystemSection() {
  return (
    <>
      <SendingPanel />
      <MaintenancePanel />
    </>
  )
}
