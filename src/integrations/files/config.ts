import { z } from 'zod'
import { ConfigError, defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** A bucket of S3, or of what speaks its protocol. */
export interface S3Bucket {
  bucket: string
  region: string
  /** Where it is when it is not Amazon's. */
  endpoint: string | null
  /** `null` takes the credentials of the machine: its role, or the variables of AWS. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** How long it may be silent. */
  timeoutMs?: number
}

/** Where files are stored. */
export interface FilesConfig {
  /** `null` stores them in a folder of the machine. */
  filesS3: S3Bucket | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends FilesConfig {}
}

/** What is read of the environment about files. */
export const filesConfig = defineConfig(
  {
    FILES_S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
      .optional(),
    FILES_S3_REGION: z.string().min(1).default('us-east-1'),
    FILES_S3_ENDPOINT: optionalUrl,
    FILES_S3_ACCESS_KEY: z.string().optional(),
    FILES_S3_SECRET_KEY: z.string().optional(),
  },
  (env): FilesConfig => {
    const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY: accessKeyId, FILES_S3_SECRET_KEY: secretAccessKey } = env
    if (!bucket) return { filesS3: null }
    if (Boolean(accessKeyId) !== Boolean(secretAccessKey))
      throw new ConfigError(['FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY must be set together, or neither of them.'])
    return {
      filesS3: {
        bucket,
        region: env.FILES_S3_REGION,
        endpoint: env.FILES_S3_ENDPOINT ?? null,
        credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
      },
    }
  },
)
