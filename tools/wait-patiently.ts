import { vi } from 'vitest'
import { patience } from 'service/testing/patience.ts'

const { waitFor, waitUntil } = vi

const patient = (options: object | number | undefined) =>
  typeof options === 'number' ? options : { timeout: patience, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
