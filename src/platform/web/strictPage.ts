import { z } from 'zod'

// The page forbids code made from text. Told so, zod does not try, and the browser has nothing to report.
z.config({ jitless: true })
