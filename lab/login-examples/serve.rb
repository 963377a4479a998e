# Serves the documented Rails example: serve.rb <file with the example> <port>. The login page asks nothing.

require "logger"
require "action_controller/railtie"
require "jwt"
require "rack/handler/webrick"

# Otherwise the log is lost when the server is killed.
$stdout.sync = true

class Site < Rails::Application
  config.eager_load = false
  config.hosts.clear
  config.secret_key_base = SecureRandom.hex(32)
  config.logger = Logger.new($stdout)
end

User = Struct.new(:id, :name)

class ApplicationController < ActionController::Base
  def current_user = session[:user_id] && User.new(session[:user_id], "Zoë")
end

class LoginController < ApplicationController
  def show
    session[:user_id] = 7
    redirect_to session.delete(:return_to), status: :see_other
  end
end

load ARGV.fetch(0)
Site.initialize!
Rails.application.routes.draw do
  get "/login", to: "login#show"
  get "/connect-login", to: "connect_login#show"
end
Rack::Handler::WEBrick.run(Rails.application, Host: "127.0.0.1", Port: ARGV.fetch(1).to_i)
