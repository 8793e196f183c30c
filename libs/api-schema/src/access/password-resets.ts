import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';
import { joinBodySchema } from './users.js';

export const createdPasswordResetSchema = z
  .object({
    userId: z.string(),
    token: z.string().describe('Shown only once.'),
    url: z.string().describe('The link to send, with the token.'),
    expiresAt: timestampSchema,
  })
  .meta({ id: 'CreatedPasswordReset' });

export type CreatedPasswordReset = z.infer<typeof createdPasswordResetSchema>;

export const checkedPasswordResetSchema = z
  .object({ name: z.string().describe('Whose password it sets.'), expiresAt: timestampSchema })
  .meta({ id: 'CheckedPasswordReset' });

export type CheckedPasswordReset = z.infer<typeof checkedPasswordResetSchema>;

export const checkPasswordResetBodySchema = joinBodySchema.pick({ token: true });

export const resetPasswordBodySchema = joinBodySchema.pick({ token: true, password: true });

export type ResetPasswordBody = z.infer<typeof resetPasswordBodySchema>;
