import { format } from 'date-fns/format'
import type { Maintenance } from '../../../features/settings/contract.ts'
import { formatDuration } from '../../../platform/web/time/time.ts'
import { inZone } from '../../../platform/web/time/zone.ts'
import { region } from '../../../product/region/region.ts'

/** "The CRM will enter maintenance on Sunday 22nd, 2:00 AM for 45 minutes" */
export function maintenanceSentence(
  { starts_at, minutes }: Pick<Maintenance, 'starts_at' | 'minutes'>,
  zone = region.zone,
): string {
  const start = inZone(starts_at, zone)
  return `The CRM will enter maintenance on ${format(start, 'cccc do, h:mm a')} for ${formatDuration(minutes)}`
}
