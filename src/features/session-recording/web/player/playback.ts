import { Replayer } from '@rrweb/replay'
import '@rrweb/replay/dist/style.css'
import { pageNonce } from '../../../../platform/web/nonce.ts'
import { createSignal } from '../../../../platform/web/signal.ts'
import type { Viewing } from '../../contract.ts'
import type { Fields } from '../../rules/nodes.ts'
import { withNonce } from './styled.ts'

type ReplayedEvent = ConstructorParameters<typeof Replayer>[0][number]

/** Milliseconds of the recording that are fetched ahead of what is shown. */
const AHEAD_MS = 60_000
const TICK_MS = 250

/** How a recording is being played. */
export interface PlaybackState {
  isPlaying: boolean
  /** Waiting for the next batch. */
  isLoading: boolean
  /** Milliseconds since its beginning. */
  at: number
  /** Why the next batch did not come. */
  error: unknown
}

/** A recording that is being played. */
export interface Playback {
  read(): PlaybackState
  watch(watcher: () => void): () => void
  play(): void
  pause(): void
  seek(to: number): void
  setSpeed(speed: number): void
  end(): void
}

interface PlaybackOptions {
  root: HTMLElement
  viewing: Pick<Viewing, 'chunks'>
  /** Asks the server for a batch, which asks for the right anew each time. */
  fetchEvents(number: number): Promise<Fields[]>
}

/** Plays a recording into `root`, fetching batch after batch as it goes. */
export function playbackOf({ root, viewing: { chunks }, fetchEvents }: PlaybackOptions): Playback {
  const changed = createSignal<PlaybackState>()
  const begins = new Date(chunks[0]?.from_at ?? 0).getTime()
  let state: PlaybackState = { isPlaying: false, isLoading: false, at: 0, error: null }
  let replayer: Replayer | null = null
  let loaded = 0
  let wanted = 0
  let speed = 1
  let hasEnded = false

  const set = (next: Partial<PlaybackState>) => {
    state = { ...state, ...next }
    changed.emit(state)
  }
  const loadedUntil = () => (loaded === 0 ? 0 : new Date(chunks[loaded - 1]?.to_at ?? 0).getTime() - begins)

  /** Fetches until there is enough for what is shown at `wanted`. */
  async function load(): Promise<void> {
    if (state.isLoading || hasEnded) return
    set({ isLoading: true })
    try {
      for (let next = chunks[loaded]; next && loadedUntil() < wanted + AHEAD_MS && !hasEnded; next = chunks[loaded]) {
        const nonce = pageNonce()
        add((await fetchEvents(next.number)).map(event => withNonce(event, nonce) as unknown as ReplayedEvent))
        loaded++
      }
      set({ isLoading: false })
    } catch (error) {
      replayer?.pause()
      set({ isLoading: false, isPlaying: false, error })
    }
  }

  function add(events: ReplayedEvent[]): void {
    if (hasEnded) return
    if (replayer) for (const event of events) replayer.addEvent(event)
    else if (events.length > 1) replayer = replayerOf(root, events, speed)
  }

  async function seek(to: number): Promise<void> {
    wanted = Math.max(0, to)
    const wasPlaying = state.isPlaying
    set({ at: wanted })
    await load()
    if (state.error !== null || hasEnded) return
    if (wasPlaying) replayer?.play(wanted)
    else replayer?.pause(wanted)
  }

  const timer = setInterval(() => {
    if (!replayer || !state.isPlaying) return
    wanted = replayer.getCurrentTime()
    const isAtEnd = loaded === chunks.length && wanted >= loadedUntil()
    if (isAtEnd) replayer.pause()
    set({ at: Math.min(wanted, loadedUntil()), isPlaying: !isAtEnd })
    void load()
  }, TICK_MS)
  void load()

  const play = () => {
    if (state.error !== null) return
    if (loaded === chunks.length && wanted >= loadedUntil()) wanted = 0
    replayer?.play(wanted)
    set({ isPlaying: true })
  }
  const pause = () => {
    replayer?.pause()
    set({ isPlaying: false })
  }
  const setSpeed = (next: number) => {
    speed = next
    replayer?.setConfig({ speed })
  }
  const end = () => {
    hasEnded = true
    clearInterval(timer)
    replayer?.destroy()
  }
  return { read: () => state, watch: changed.listen, play, pause, seek: to => void seek(to), setSpeed, end }
}

/** Shows the first events in `root`, and stands still. */
function replayerOf(root: HTMLElement, events: ReplayedEvent[], speed: number): Replayer {
  const made = new Replayer(events, { root, speed, showWarning: false, mouseTail: false, loadTimeout: 0 })
  let recorded = { width: 1, height: 1 }
  const show = () => showWhole(root, made.wrapper, recorded)
  made.on('resize', size => {
    recorded = size as typeof recorded
    show()
  })
  // The window of whoever watches changes its size, too.
  const observer = new ResizeObserver(show)
  observer.observe(root)
  made.on('destroy', () => observer.disconnect())
  made.pause(0)
  return made
}

/** Shows the recorded window whole, as large as there is room for. */
function showWhole(
  root: HTMLElement,
  wrapper: HTMLElement,
  { width, height }: { width: number; height: number },
): void {
  const scale = Math.min(root.clientWidth / width, root.clientHeight / height, 1)
  wrapper.style.transform = `translate(-50%, -50%) scale(${scale})`
  wrapper.style.width = `${width}px`
  wrapper.style.height = `${height}px`
}
