import type { Application } from '@cairn/composition';
import {
  AddPasskey,
  InvalidChallenge,
  InvalidPasskey,
  IssueChallenge,
  ListPasskeys,
  RedeemChallenge,
  SignInByPasskey,
  type Passkey,
  type StartedSession,
  type User,
  type Visitor,
} from '@cairn/access';
import type { AddPasskeyBody, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@cairn/api-schema';
import type { RelyingParty } from './relying-party.js';

/** Registers passkeys and signs in with them. Each challenge is spent by its first response, valid or not. */
export class PasskeySignIn {
  private readonly party: RelyingParty;
  private readonly issue: IssueChallenge;
  private readonly redeem: RedeemChallenge;
  private readonly listPasskeys: ListPasskeys;
  private readonly addPasskey: AddPasskey;
  private readonly signInByPasskey: SignInByPasskey;

  constructor({
    application,
    relyingParty,
  }: {
    readonly application: Pick<Application, 'get'>;
    readonly relyingParty: RelyingParty;
  }) {
    this.party = relyingParty;
    this.issue = application.get(IssueChallenge);
    this.redeem = application.get(RedeemChallenge);
    this.listPasskeys = application.get(ListPasskeys);
    this.addPasskey = application.get(AddPasskey);
    this.signInByPasskey = application.get(SignInByPasskey);
  }

  /** @throws {HttpError} 404 {SignInNotRecent} */
  async startRegistration({ user, session }: Visitor): Promise<PasskeyCreation> {
    this.party.assertAvailable();
    const known = await this.listPasskeys.execute(user.id);
    const secret = await this.issue.execute({ purpose: 'passkey-registration', session, state: '' });
    return await this.party.creation(secret, user, known);
  }

  /** @throws {HttpError} 404, 400 {InvalidChallenge} also if another user began it. {InvalidInput} {PasskeyExists} */
  async register(user: User, { name, credential }: AddPasskeyBody): Promise<Passkey> {
    this.party.assertAvailable();
    const secret = await this.party.secretIn(credential.response);
    const { userId } = await this.redeem.execute(secret, ['passkey-registration']);
    if (userId !== user.id) throw new InvalidChallenge();
    const created = await this.party.created(credential, secret);
    return await this.addPasskey.execute({ ...created, userId, name });
  }

  /** @throws {HttpError} 404 */
  async startSignIn(): Promise<PasskeyRequest> {
    this.party.assertAvailable();
    const secret = await this.issue.execute({ purpose: 'passkey-sign-in', state: '' });
    return await this.party.request(secret);
  }

  /** @throws {HttpError} 404 {InvalidPasskey} for every fault of the response. */
  async signIn(assertion: PasskeyAssertion, userAgent: string): Promise<StartedSession> {
    this.party.assertAvailable();
    try {
      const secret = await this.party.secretIn(assertion.response);
      await this.redeem.execute(secret, ['passkey-sign-in']);
      const verify = (passkey: Passkey): Promise<number> => this.party.counterOf(assertion, passkey, secret);
      return await this.signInByPasskey.execute({ credentialId: assertion.id, verify, userAgent });
    } catch (error) {
      const failure = error instanceof InvalidChallenge ? new InvalidPasskey({ cause: error }) : error;
      if (failure instanceof InvalidPasskey) this.party.report(failure);
      throw failure;
    }
  }
}
