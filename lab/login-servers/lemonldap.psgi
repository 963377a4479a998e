# The portal of LemonLDAP::NG with its accounts for demonstrations, and its configuration in a folder of this run.
use strict;
use warnings;
use JSON;
use Plack::Builder;

my ( $folder, $port ) = @ENV{qw(FOLDER PORT)};
my $storage = sub {
    my ($name) = @_;
    mkdir "$folder/$name";
    mkdir "$folder/$name/lock";
    return {
        Directory      => "$folder/$name",
        LockDirectory  => "$folder/$name/lock",
        generateModule => 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    };
};

my %configuration = (
    cfgNum                 => 1,
    cfgAuthor              => 'lab',
    cfgDate                => time,
    portal                 => "http://localhost:$port",
    domain                 => 'localhost',
    cookieName             => 'lemonldap',
    securedCookie          => 0,
    key                    => $ENV{CLIENT_SECRET},
    authentication         => 'Demo',
    userDB                 => 'Same',
    passwordDB             => 'Demo',
    demoExportedVars       => { cn => 'cn', mail => 'mail', uid => 'uid' },
    locationRules          => { localhost => { default => 'accept' } },
    exportedHeaders        => { localhost => {} },
    exportedVars           => {},
    whatToTrace            => '_whatToTrace',
    macros                 => { _whatToTrace => '$_auth eq "SAML" ? "$_user\@$_idpConfKey" : "$_user"' },
    globalStorage          => 'Apache::Session::File',
    globalStorageOptions   => $storage->('sessions'),
    persistentStorage        => 'Apache::Session::File',
    persistentStorageOptions => $storage->('psessions'),
    issuerDBOpenIDConnectActivation => 1,
    oidcServicePrivateKeySig => $ENV{KEY},
    oidcServicePublicKeySig  => $ENV{PUBLIC_KEY},
    oidcServiceKeyIdSig      => 'one',
    oidcRPMetaDataExportedVars => { connect => { name => 'cn', email => 'mail', groups => 'groups' } },
    oidcRPMetaDataOptionsExtraClaims => { connect => { groups => 'groups' } },
    oidcRPMetaDataOptions      => {
        connect => {
            oidcRPMetaDataOptionsClientID           => $ENV{CLIENT_ID},
            oidcRPMetaDataOptionsClientSecret       => $ENV{CLIENT_SECRET},
            oidcRPMetaDataOptionsRedirectUris       => $ENV{REDIRECT_URI},
            oidcRPMetaDataOptionsIDTokenSignAlg     => 'RS256',
            oidcRPMetaDataOptionsIDTokenForceClaims => 1,
            oidcRPMetaDataOptionsBypassConsent      => 1,
        },
    },
);

my $write = sub {
    my ( $name, $text ) = @_;
    open my $file, '>', "$folder/$name" or die $!;
    print $file $text;
    close $file or die $!;
};
$write->( 'lmConf-1.json', JSON->new->encode( \%configuration ) );
$write->( 'lemonldap-ng.ini', <<"INI");
[all]
logLevel = warn
[configuration]
type = File
dirName = $folder
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'default_expires_in' => 600, 'cache_root' => '$folder/cache', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
INI
$ENV{LLNG_DEFAULTCONFFILE} = "$folder/lemonldap-ng.ini";

require Lemonldap::NG::Portal::Main;
my $portal = Lemonldap::NG::Portal::Main->run( {} );
# The files that the packaged settings of nginx serve. The portal takes any other path for a continued sign-in.
builder {
    enable 'Static', path => sub { s!^/static/!/! },     root => '/usr/share/lemonldap-ng/portal/htdocs/static';
    enable 'Static', path => sub { s!^/javascript/!/! }, root => '/usr/share/javascript';
    $portal;
};
