import { useState } from 'react'
import { z } from 'zod'
import { storage } from '../../../platform/web/storage.ts'

const KEY = 'showings:tell'

/** Whether clients are told by e-mail, as this person chose last; they are, until somebody chooses otherwise. */
export function useTell(): [isTold: boolean, choose: (isTold: boolean) => void] {
  const [isTold, setIsTold] = useState(() => z.boolean().safeParse(storage.read(KEY)).data ?? true)
  const choose = (next: boolean) => {
    setIsTold(next)
    storage.write(KEY, next)
  }
  return [isTold, choose]
}
