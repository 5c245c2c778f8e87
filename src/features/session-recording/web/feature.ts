import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { useSettled } from '../../../platform/web/page/useSettled.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { adminSections } from '../../settings/web/extensions.ts'

/** Whoever is recorded, once the first screen is there. */
function useIsNeeded(): boolean {
  const { user } = useSession()
  const isSettled = useSettled()
  return isSettled && (user?.features.includes('session_recording') ?? false)
}

export const sessionRecordingWeb = defineWebFeature({
  pages: [
    {
      path: '/session-recordings/$id',
      screen: screen('PlayerPage', () => import('./player/PlayerPage.tsx')),
      place: {
        id: 'session_recording',
        tooltip: 'Session Recording',
        roles: [],
        permission: 'view_session_recordings',
        group: 'hidden',
      },
    },
  ],
  // Who is recorded sees that: the mark and the recorder are one part.
  topBar: [
    { id: 'recorded', load: async () => (await import('./recorder/RecordedMark.tsx')).RecordedMark, useIsNeeded },
  ],
  adds: [adminSections.from(() => import('./adminSections.ts'))],
  offline: [],
})
