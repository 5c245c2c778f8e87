import { IconPlugOff } from '@tabler/icons-react'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { useFailedParts } from '../../../platform/web/page/failedParts.ts'

const sentences = {
  missing: 'A part of this screen could not be loaded.',
  stale: 'A part of this screen could not be brought up to date.',
}

/** Says that something is missing where nothing else on the screen does, and fetches it. */
export function FailedPartsBanner() {
  const { failed, askAgain } = useFailedParts()
  if (!failed) return null
  return (
    <Banner
      tone="amber"
      icon={<IconPlugOff size={16} stroke={1.6} aria-hidden="true" />}
      action={
        <button type="button" onClick={askAgain}>
          Load it again
        </button>
      }
    >
      {sentences[failed]}
    </Banner>
  )
}
