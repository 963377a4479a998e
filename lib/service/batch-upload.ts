import { withDeadline } from './deadline'
import { interpretResponse } from './interpret-response'
import { multipartBody, type BatchFile } from './multipart'
import { batchUpload, type BatchUpload } from './records'
import { send, type ServiceAccess } from './transport'

const operation = 'uploadBatch'
const maxResponseBytes = 64 * 1024
const defaultStallMs = 120_000

/** Options of an upload. */
export interface UploadOptions {
  /** Aborts the upload and cancels its content. The upload rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * Max milliseconds without progress. A chunk of content that arrives or is sent counts as progress. The limit also
   * applies between the last chunk and the response. The whole upload has no limit, because its duration depends on the
   * size and the connection.
   *
   * @default 120_000
   */
  stallMs?: number | undefined
  /** A subnet admin's JWT, used instead of the API key ("Authentication", rule 4). */
  adminJwt?: string | undefined
}

/**
 * Streams a file of any size in constant memory ("Upload a task batch CSV"). There is no retry, because a stream can be
 * read only once and rows must not be processed twice. The function always cancels the content at the end.
 *
 * @throws any ServiceError, the reason of `options.signal`, and the content's own error; RangeError if the file has no
 *   name or its length differs from `sizeBytes`
 */
export async function uploadBatch(
  access: ServiceAccess,
  file: BatchFile,
  { signal, stallMs = defaultStallMs, adminJwt }: UploadOptions = {},
): Promise<BatchUpload> {
  return withDeadline(operation, { signal, deadlineMs: stallMs }, async (deadline) => {
    const body = multipartBody(file, deadline.restart)
    let failure: { error: unknown } | undefined
    async function* pieces() {
      try {
        yield* body.pieces
      } catch (error) {
        // fetch hides it.
        failure = { error }
        throw error
      }
    }
    try {
      // Form parsers do not treat a part without a file name as a file.
      if (file.name === '') throw new RangeError('The file must have a name.')
      const response = await send(
        access,
        {
          operation,
          method: 'POST',
          path: 'task_batch_uploads',
          headers: {
            'Content-Type': body.contentType,
            // Without this header, fetch sends the body chunked, and some proxies reject that.
            ...(body.lengthBytes === undefined ? {} : { 'Content-Length': String(body.lengthBytes) }),
          },
          body: pieces(),
          credential: adminJwt,
        },
        deadline.signal,
      )
      return await interpretResponse(response, { operation, schema: batchUpload, maxResponseBytes })
    } catch (error) {
      throw failure?.error ?? error
    } finally {
      body.cancel(deadline.signal.reason)
    }
  })
}
