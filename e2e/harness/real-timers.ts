import { afterEach, vi } from 'vitest'

/* Vitest keeps fake timers, and the next file of the same process would wait for ever. */
afterEach(() => void vi.useRealTimers())
