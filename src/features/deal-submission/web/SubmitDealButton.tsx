import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { hasDraft } from '../../../platform/web/forms/drafts.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'

/** Under which name the form is kept on the device. */
const DRAFT_NAME = 'deal-submission'

const SubmissionModal = onDemand(async () => (await import('./SubmissionModal.tsx')).SubmissionModal)

/** As the address says it after an account was connected: the form goes on where it was left. */
const OPEN_HASH = '#submit'

/** Opens the form of a deal; it goes on with a draft where there is one. */
export function SubmitDealButton() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (location.hash !== OPEN_HASH) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setIsOpen(true)
  }, [])
  useShortcuts([{ keys: 'n', label: 'Submit a deal', group: 'Deals', run: () => setIsOpen(true) }])
  return (
    <>
      <Button leftSection={<IconPlus size={15} stroke={1.8} />} aria-keyshortcuts="n" onClick={() => setIsOpen(true)}>
        Submit deal
        {!isOpen && hasDraft(DRAFT_NAME) && ' (draft)'}
      </Button>
      {isOpen && <SubmissionModal onClose={() => setIsOpen(false)} />}
    </>
  )
}
