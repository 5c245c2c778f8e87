import { useState } from 'react'
import { z } from 'zod'
import { storage } from '../../../platform/web/storage.ts'

const KEY = 'showings:tell'

/** Whether clients are told by e-mail, as this person chose last; they are, until somebody chooses otherwise. */
export function useNotify(): [isClientNotified: boolean, choose: (isClientNotified: boolean) => void] {
  const [isClientNotified, setIsClientNotified] = useState(() => z.boolean().safeParse(storage.read(KEY)).data ?? true)
  const choose = (next: boolean) => {
    setIsClientNotified(next)
    storage.write(KEY, next)
  }
  return [isClientNotified, choose]
}
