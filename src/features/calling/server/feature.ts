import { defineFeature } from '../../../platform/server/feature.ts'
import { callingCalls } from '../contract.ts'
import { missedCallKind } from './commands/notices.ts'
import { callingHandlers } from './handlers.ts'
import { endSilentCalls } from './jobs/endSilentCalls.ts'
import { moveLeg } from './jobs/moveLeg.ts'
import { fetchRecording, purgeRecordings, startRecording } from './jobs/recordings.ts'
import { registerVoiceHooks } from './webhooks.ts'

/** What the server runs of this feature. */
export const callingFeature = defineFeature({
  name: 'calling',
  calls: callingCalls,
  handlers: callingHandlers,
  jobs: [endSilentCalls, moveLeg, startRecording, fetchRecording, purgeRecordings],
  notificationKinds: [missedCallKind],
  webhooks: registerVoiceHooks,
  audit: {
    sentences: {
      prepare: 'called {lead lead_id}',
      decline: 'declined a call',
      outcome: 'logged how a call went',
      hold: 'put a call on hold, or took it back',
      consult: 'asked a colleague about a call',
      transfer: 'handed a call to a colleague',
      sipDial: 'called {lead lead_id} through the telephone system',
      sipRing: 'had a call ring at their extension',
      sipReport: 'reported what became of a call',
      setExtension: 'changed an extension at the telephone system',
      record: 'changed the recording of a call',
      setSettings: 'changed how calls are recorded',
    },
  },
  demo: () => import('../demo.ts'),
})
