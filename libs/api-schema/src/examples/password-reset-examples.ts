import { examples } from './examples.js';

const { token, expiresAt } = examples.createdInvite;
const { id: userId, name } = examples.userRecord;

/** Examples of links for a new password in the OpenAPI document. */
export const passwordResetExamples = {
  createdPasswordReset: {
    userId,
    token,
    url: `https://cairn.example.org/reset-password#${token}`,
    expiresAt,
  },
  checkedPasswordReset: { name, expiresAt },
  resetPasswordBody: { token, password: 'four quiet words here' },
} as const;
