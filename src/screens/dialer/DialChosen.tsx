import { IconPhoneCall } from '@tabler/icons-react'
import { leadCalls } from '../../features/leads/contract/leads.ts'
import type { BulkActionProps, ChosenLeads } from '../../features/leads/web/extensions.ts'
import { sentenceOf } from '../../platform/web/calls/apiErrors.ts'
import { call } from '../../platform/web/calls/call.ts'
import { notifyFailure } from '../../platform/web/page/notices.ts'
import { dialDown, dialRowOf, MAX_DIALED, useMayDial } from './startDialer.ts'

/** Calls down the chosen leads. */
export function DialChosen({ chosen }: BulkActionProps) {
  if (!useMayDial()) return null
  const start = async () => {
    try {
      await dialDown(
        (await rowsOf(chosen)).map(lead => dialRowOf(lead)),
        'Chosen leads',
      )
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void start())
    }
  }
  return (
    <button type="button" onClick={() => void start()}>
      <IconPhoneCall size={15} stroke={1.6} aria-hidden />
      Dial
    </button>
  )
}

/** The chosen rows; of an entire list the first ones of it, as far as one list holds. */
async function rowsOf({ isEntire, rows, selection, list }: ChosenLeads) {
  if (!isEntire) return rows
  const { all, tab, except, expected, selected, ids, leadIds, lead_ids, ...filters } = selection
  const { data } = await call(leadCalls.list, { list: tab ?? list, ...filters, perPage: MAX_DIALED })
  return data.filter(({ id }) => !except?.includes(id))
}
