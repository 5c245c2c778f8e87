import { record } from '@rrweb/record'
import { blockedElements, maskInput, maskText } from '../../rules/masking.ts'

/** Begins to record the page; what comes back ends that. Nothing that goes wrong in it reaches the page. */
export function recordPage(onEvent: (event: unknown) => void): () => void {
  const stop = record({
    emit: onEvent,
    maskAllInputs: true,
    maskInputFn: maskInput,
    maskTextSelector: '*',
    maskTextFn: maskText,
    blockSelector: blockedElements,
    slimDOMOptions: 'all',
    inlineStylesheet: true,
    inlineImages: false,
    collectFonts: false,
    recordCanvas: false,
    sampling: { mousemove: 100, scroll: 200, media: 800, input: 'last' },
    errorHandler: () => true,
  })
  return () => stop?.()
}

/** Has what was lost on the way begin anew with the whole page. */
export function recordWholePage(): void {
  try {
    record.takeFullSnapshot()
  } catch {
    // It has ended meanwhile.
  }
}
